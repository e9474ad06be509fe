import type { Principal, VerifyToken } from "../http/principal.ts";
import type { Clock } from "../kernel/instant.ts";
import { createLruMap } from "../kernel/lru-map.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import { type OpenedToken, openToken } from "./open-token.ts";
import type { RevocationWatch } from "./revocation-watch.ts";
import type { SigningKeySet } from "./signing-key-set.ts";
import type { TokenClaims, TokenParties } from "./token-claims.ts";

export interface TokenVerifierDeps {
  readonly keys: SigningKeySet;
  readonly revocations: RevocationWatch;
  readonly clock: Clock;
  readonly parties: TokenParties;
}

interface VerifiedToken extends OpenedToken {
  readonly principal: Principal;
}

const maxCachedTokens = 10_000;

/**
 * Verifies tokens locally. The signature is checked once while the token is cached; its key, expiry and revocation on
 * every use.
 */
export function createTokenVerifier(deps: TokenVerifierDeps): VerifyToken {
  const verified = createLruMap<VerifiedToken>(maxCachedTokens);

  const open = async (token: string): Promise<VerifiedToken | undefined> => {
    const cached = verified.get(token);
    if (cached !== undefined && deps.keys.has(cached.kid)) return cached;
    verified.delete(token);
    const opened = await openToken(deps, token);
    if (opened === undefined) return undefined;
    const entry = { ...opened, principal: toPrincipal(opened.claims) };
    if (!hasExpired(deps.clock, opened.claims)) verified.set(token, entry);
    return entry;
  };

  return async (token) => {
    const entry = await open(token);
    if (entry === undefined) return unauthorized("the access token is not valid");
    if (hasExpired(deps.clock, entry.claims)) {
      verified.delete(token);
      return unauthorized("the access token has expired");
    }
    if (await deps.revocations.isRevoked(entry.claims))
      return unauthorized("the access token has been revoked");
    return entry.principal;
  };
}

function hasExpired(clock: Clock, claims: TokenClaims): boolean {
  return claims.expiresAt <= clock.now();
}

function toPrincipal(claims: TokenClaims): Principal {
  return {
    caller: { type: "application", id: claims.applicationId },
    accountId: claims.accountId,
    tenantId: claims.tenantId,
    network: claims.network,
    scopes: new Set(claims.scopes),
  };
}

function unauthorized(detail: string): Refusal {
  return refuse("unauthorized", detail);
}
