import type { RecordRefusedAddress } from "../audit/index.ts";
import type { PresentedToken, Principal, VerifyToken } from "../http/principal.ts";
import { isInRanges } from "../kernel/address-range.ts";
import type { Clock } from "../kernel/instant.ts";
import { createLruMap } from "../kernel/lru-map.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import { recordRefusedUse } from "./application-audit.ts";
import { type DpopProof, verifyDpopProof } from "./dpop.ts";
import { type OpenedToken, openToken } from "./open-token.ts";
import type { AllowedUse } from "./revocation-store.ts";
import type { RevocationWatch } from "./revocation-watch.ts";
import type { SigningKeySet } from "./signing-key-set.ts";
import type { TokenClaims, TokenParties } from "./token-claims.ts";

export interface TokenVerifierDeps {
  readonly keys: SigningKeySet;
  readonly revocations: RevocationWatch;
  readonly clock: Clock;
  readonly parties: TokenParties;
  /** False if the proof was already used. */
  readonly claimProof: (claims: TokenClaims, proof: DpopProof) => Promise<boolean>;
  readonly recordRefusedAddress: RecordRefusedAddress;
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

  return async (presented) => {
    const { token } = presented;
    const entry = await open(token);
    if (entry === undefined) return unauthorized("the access token is not valid");
    if (hasExpired(deps.clock, entry.claims)) {
      verified.delete(token);
      return unauthorized("the access token has expired");
    }
    if (await deps.revocations.isRevoked(entry.claims))
      return unauthorized("the access token has been revoked");
    const use = await deps.revocations.allowedUseOf(entry.claims);
    return (await refuseUse(deps, entry.claims, use, presented)) ?? withoutRemoved(entry.principal, use);
  };
}

/** A token that was issued before scopes were removed loses them. */
function withoutRemoved(principal: Principal, use: AllowedUse | undefined): Principal {
  if (use?.scopes === undefined) return principal;
  return { ...principal, scopes: new Set(use.scopes.filter((scope) => principal.scopes.has(scope))) };
}

/** Where and how the token is used: the application's addresses, and the key that the token is bound to. */
async function refuseUse(
  deps: TokenVerifierDeps,
  claims: TokenClaims,
  use: AllowedUse | undefined,
  presented: PresentedToken,
): Promise<Refusal | undefined> {
  const { allowedIps = [], requiresDpop = false } = use ?? {};
  if (allowedIps.length > 0 && !isInRanges(presented.address, allowedIps)) {
    await recordRefusedUse(
      deps.recordRefusedAddress,
      { ...claims, id: claims.applicationId },
      presented.address,
    );
    return refuse("ip_not_allowed", "the application may not be used from this IP address");
  }
  if (claims.jkt === undefined) {
    if (requiresDpop) return unauthorized("this application needs tokens that are bound to a key (DPoP)");
    return presented.scheme === "DPoP" ? unauthorized("the access token is not bound to a key") : undefined;
  }
  if (presented.scheme !== "DPoP")
    return unauthorized("the access token is bound to a key; send it with the scheme DPoP and a proof");
  return refuseProof(deps, { ...claims, jkt: claims.jkt }, presented);
}

/** RFC 9449 §7.1. */
async function refuseProof(
  deps: TokenVerifierDeps,
  claims: TokenClaims & { readonly jkt: string },
  { proof, method, path, token }: PresentedToken,
): Promise<Refusal | undefined> {
  if (proof === undefined) return refuse("invalid_dpop_proof", "the header DPoP is missing");
  const expected = { method, url: deps.parties.audience + path, now: deps.clock.now(), accessToken: token };
  const verified = await verifyDpopProof(proof, expected);
  if (typeof verified === "string") return refuse("invalid_dpop_proof", verified);
  if (verified.jkt !== claims.jkt)
    return refuse("invalid_dpop_proof", "the proof was made with another key than the token's");
  const isFirstUse = await deps.claimProof(claims, verified);
  return isFirstUse ? undefined : refuse("invalid_dpop_proof", "jti was already used");
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
