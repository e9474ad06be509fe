import type { RecordRefusedAddress } from "../audit/index.ts";
import type { PresentedToken, Principal, VerifyToken } from "../http/principal.ts";
import { isInRanges } from "../kernel/address-range.ts";
import { type Awaitable, whenKnown } from "../kernel/awaitable.ts";
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
    verified.delete(token);
    const opened = await openToken(deps, token);
    if (opened === undefined) return undefined;
    const entry = { ...opened, principal: toPrincipal(opened.claims) };
    if (!hasExpired(deps.clock, opened.claims)) verified.set(token, entry);
    return entry;
  };
  const check = (entry: VerifiedToken, presented: PresentedToken): Awaitable<Principal | Refusal> => {
    const { claims, principal } = entry;
    return whenKnown(deps.revocations.isRevoked(claims), (isRevoked) => {
      if (isRevoked) return unauthorized("the access token has been revoked");
      return whenKnown(deps.revocations.allowedUseOf(claims), (use) =>
        whenKnown(
          refuseUse(deps, claims, use, presented),
          (refusal) => refusal ?? withoutRemoved(principal, use),
        ),
      );
    });
  };

  return (presented) => {
    const { token } = presented;
    const cached = verified.get(token);
    const entry = cached !== undefined && deps.keys.has(cached.kid) ? cached : open(token);
    return whenKnown(entry, (opened) => {
      if (opened === undefined) return unauthorized("the access token is not valid");
      if (!hasExpired(deps.clock, opened.claims)) return check(opened, presented);
      verified.delete(token);
      return unauthorized("the access token has expired");
    });
  };
}

/** A token that was issued before scopes were removed loses them. */
function withoutRemoved(principal: Principal, use: AllowedUse | undefined): Principal {
  if (use?.scopes === undefined) return principal;
  return { ...principal, scopes: new Set(use.scopes.filter((scope) => principal.scopes.has(scope))) };
}

/** Where and how the token is used: the application's addresses, and the key that the token is bound to. */
function refuseUse(
  deps: TokenVerifierDeps,
  claims: TokenClaims,
  use: AllowedUse | undefined,
  presented: PresentedToken,
): Awaitable<Refusal | undefined> {
  const { allowedIps = [], requiresDpop = false } = use ?? {};
  if (allowedIps.length > 0 && !isInRanges(presented.address, allowedIps))
    return refuseAddress(deps, claims, presented.address);
  if (claims.jkt === undefined) {
    if (requiresDpop) return unauthorized("this application needs tokens that are bound to a key (DPoP)");
    return presented.scheme === "DPoP" ? unauthorized("the access token is not bound to a key") : undefined;
  }
  if (presented.scheme !== "DPoP")
    return unauthorized("the access token is bound to a key; send it with the scheme DPoP and a proof");
  return refuseProof(deps, { ...claims, jkt: claims.jkt }, presented);
}

async function refuseAddress(
  { recordRefusedAddress }: TokenVerifierDeps,
  claims: TokenClaims,
  address: string,
): Promise<Refusal> {
  await recordRefusedUse(recordRefusedAddress, { ...claims, id: claims.applicationId }, address);
  return refuse("ip_not_allowed", "the application may not be used from this IP address");
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
