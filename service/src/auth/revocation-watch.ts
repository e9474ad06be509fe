import type { Database } from "../db/database.ts";
import type { ApplicationId } from "../kernel/id.ts";
import { type Clock, type Instant, instantFromMs } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { selectRevokedApplications, selectRevokedTokens } from "./revocation-store.ts";
import { sharing } from "./sharing.ts";
import { type TokenClaims, type TokenId, tokenLifetimeMs } from "./token-claims.ts";

/** What was revoked, in memory, never older than the promise allows. */
export interface RevocationWatch {
  /**
   * Whether the token's application, or the token itself, was revoked. Asks the database itself when the last look is
   * too old, and refuses when that fails: an answer that may be wrong is not given.
   */
  isRevoked(claims: Pick<TokenClaims, "applicationId" | "jti">): Promise<boolean>;
  refresh(): Promise<void>;
  /** Resolves when everything that was revoked before this call is known here. */
  catchUp(): Promise<void>;
}

/** The promise: whatever was revoked is refused on every node after this time. */
const maxStalenessMs = 5_000;

// Who revoked may have a clock that is behind ours; asking for more than the lifetime of a token costs little.
const clockMarginMs = 60 * 60_000;
const retryAfterSeconds = 1;
const maxLooksPerRequest = 2;

interface Revoked {
  readonly applications: ReadonlySet<ApplicationId>;
  readonly tokens: ReadonlySet<TokenId>;
  /** When the look began: what was revoked before that is in the sets. */
  readonly asOf: Instant;
}

export function createRevocationWatch(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): RevocationWatch {
  let revoked: Revoked | undefined;
  const refresh = sharing(async () => {
    revoked = await load(deps.database, deps.clock.now());
  });
  const fresh = (): Revoked | undefined => {
    if (revoked === undefined) return undefined;
    const ageMs = deps.clock.now() - revoked.asOf;
    return ageMs >= 0 && ageMs < maxStalenessMs ? revoked : undefined;
  };

  return {
    refresh,
    catchUp: async () => {
      // A look that is under way may have begun before this call; the one after it cannot have.
      await refresh();
      await refresh();
    },
    isRevoked: async ({ applicationId, jti }) => {
      const known = fresh() ?? (await refreshed(refresh, fresh));
      return known.applications.has(applicationId) || known.tokens.has(jti);
    },
  };
}

async function load(database: Database, asOf: Instant): Promise<Revoked> {
  const [applications, tokens] = await Promise.all([
    selectRevokedApplications(database, instantFromMs(Math.max(0, asOf - tokenLifetimeMs - clockMarginMs))),
    selectRevokedTokens(database, instantFromMs(Math.max(0, asOf - clockMarginMs))),
  ]);
  return { applications: new Set(applications), tokens: new Set(tokens), asOf };
}

async function refreshed(refresh: () => Promise<void>, fresh: () => Revoked | undefined): Promise<Revoked> {
  // A look that is shared may have begun long ago and be too old when it ends; the one after it begins now.
  for (let looks = 0; looks < maxLooksPerRequest; looks += 1) {
    try {
      await refresh();
    } catch (cause) {
      throw new RefusalError(cannotKnow(), { cause });
    }
    const known = fresh();
    if (known !== undefined) return known;
  }
  throw new RefusalError(cannotKnow());
}

function cannotKnow() {
  return refuse(
    "dependency_unavailable",
    "it cannot be checked right now whether the access token was revoked",
    {
      retryAfterSeconds,
    },
  );
}
