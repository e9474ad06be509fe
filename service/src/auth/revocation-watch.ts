import type { Database } from "../db/database.ts";
import { type Awaitable, whenKnown } from "../kernel/awaitable.ts";
import type { ApplicationId } from "../kernel/id.ts";
import { addMs, type Clock, type Instant, instantFromMs } from "../kernel/instant.ts";
import { onceAtATime } from "../kernel/once-at-a-time.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import {
  type AllowedUse,
  selectAccess,
  selectAllowedUses,
  selectEndingCredentials,
  selectRevokedApplications,
  selectRevokedTokens,
} from "./revocation-store.ts";
import { type CheckedClaims, type Credential, type TokenId, tokenLifetimeMs } from "./token-claims.ts";

/** Revocations in memory, never older than the maximum staleness. */
export interface RevocationWatch {
  /**
   * Whether the token's application, or the token itself, is revoked, or its credential has ended. Queries the database if the cached data is stale,
   * and refuses with `dependency_unavailable` if that fails.
   */
  isRevoked(claims: CheckedClaims): Awaitable<boolean>;
  /** Undefined for an application without restrictions and removed scopes. As fresh as revocations. */
  allowedUseOf(claims: CheckedClaims): Awaitable<AllowedUse | undefined>;
  refresh(): Promise<void>;
  /** Resolves when every revocation made before this call is known here. */
  catchUp(): Promise<void>;
}

/** Guarantee: a revoked token or application, and a token of a credential that ended, is refused on every node after this time. */
const maxStalenessMs = 5_000;

// The revoking node's clock may be behind; reading more than one token lifetime back costs little.
const clockMarginMs = 60 * 60_000;
const retryAfterSeconds = 1;
const maxRefreshesPerRequest = 2;

interface Known {
  readonly applications: ReadonlySet<ApplicationId>;
  readonly tokens: ReadonlySet<TokenId>;
  readonly allowedUses: ReadonlyMap<ApplicationId, AllowedUse>;
  /** When a credential ends, by application and credential. */
  readonly ends: ReadonlyMap<CredentialKey, Instant>;
}

type CredentialKey = `${ApplicationId} ${Credential}`;

interface Revoked extends Known {
  /** Start of the refresh: every revocation made before it is included. */
  readonly asOf: Instant;
}

export function createRevocationWatch(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): RevocationWatch {
  let revoked: Revoked | undefined;
  const refresh = onceAtATime(async () => {
    revoked = await loadAll(deps.database, deps.clock.now());
  });
  const fresh = (): Revoked | undefined => {
    if (revoked === undefined) return undefined;
    const ageMs = deps.clock.now() - revoked.asOf;
    return ageMs >= 0 && ageMs < maxStalenessMs ? revoked : undefined;
  };
  // If the rows of other tenants can't be read, because their worker is down, this tenant's are enough.
  const load = async (claims: CheckedClaims): Promise<Known> =>
    (await refreshed(refresh, fresh)) ?? loadOne(deps, claims);
  const known = (claims: CheckedClaims): Awaitable<Known> => fresh() ?? load(claims);

  return {
    refresh,
    catchUp: async () => {
      // A refresh in progress may have started before this call; the one after it cannot have.
      await refresh();
      await refresh();
    },
    allowedUseOf: (claims) =>
      whenKnown(known(claims), ({ allowedUses }) => allowedUses.get(claims.applicationId)),
    isRevoked: (claims) =>
      whenKnown(known(claims), ({ applications, tokens, ends }) => {
        const { applicationId, jti, credential } = claims;
        if (applications.has(applicationId) || tokens.has(jti)) return true;
        const endsAt = ends.get(`${applicationId} ${credential}`);
        return endsAt !== undefined && endsAt <= deps.clock.now();
      }),
  };
}

async function loadAll(database: Database, asOf: Instant): Promise<Revoked> {
  const since = instantFromMs(Math.max(0, asOf - tokenLifetimeMs - clockMarginMs));
  const [applications, tokens, allowedUses, credentials] = await Promise.all([
    selectRevokedApplications(database, { revokedAt: since }),
    selectRevokedTokens(database, { expiresAt: instantFromMs(Math.max(0, asOf - clockMarginMs)) }),
    selectAllowedUses(database, since),
    selectEndingCredentials(database, { since, until: addMs(asOf, maxStalenessMs) }),
  ]);
  return {
    applications: new Set(applications.map(({ id }) => id)),
    tokens: new Set(tokens.map(({ jti }) => jti)),
    allowedUses,
    ends: new Map(
      credentials.map(({ applicationId, credential, endsAt }) => [`${applicationId} ${credential}`, endsAt]),
    ),
    asOf,
  };
}

/** Undefined if the database does not know. */
async function refreshed(
  refresh: () => Promise<void>,
  fresh: () => Revoked | undefined,
): Promise<Revoked | undefined> {
  // A shared refresh may have started long ago and be stale when it ends; the next one starts now.
  for (let refreshes = 0; refreshes < maxRefreshesPerRequest; refreshes += 1) {
    try {
      await refresh();
    } catch {
      return undefined;
    }
    const revoked = fresh();
    if (revoked !== undefined) return revoked;
  }
  return undefined;
}

/** What is known of one application and one of its tokens. */
async function loadOne(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  claims: CheckedClaims,
): Promise<Known> {
  const { applicationId, jti } = claims;
  try {
    const { isRevoked, isTokenRevoked, ...allowedUse } = await selectAccess(database, claims, clock.now());
    return {
      applications: new Set(isRevoked ? [applicationId] : []),
      tokens: new Set(isTokenRevoked ? [jti] : []),
      allowedUses: new Map([[applicationId, allowedUse]]),
      ends: new Map(),
    };
  } catch (cause) {
    const detail = "token revocation cannot be checked at the moment; try again";
    throw new RefusalError(refuse("dependency_unavailable", detail, { retryAfterSeconds }), { cause });
  }
}
