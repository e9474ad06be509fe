import { SignJWT } from "jose";
import type { NewId } from "../kernel/id.ts";
import { addMs, type Clock, instantFromMs } from "../kernel/instant.ts";
import type { Application } from "./application.ts";
import { signingAlgorithm } from "./signing-key.ts";
import type { SigningKeySet } from "./signing-key-set.ts";
import { type TokenClaims, type TokenParties, tokenLifetimeMs, writeClaims } from "./token-claims.ts";

export interface TokenIssuerDeps {
  readonly keys: SigningKeySet;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly parties: TokenParties;
}

/** The media type of an access token, RFC 9068 §2.1, so that no other JWT of ours can be used as one. */
export const tokenType = "at+jwt";

export async function issueToken(
  deps: TokenIssuerDeps,
  application: Application,
  { scopes, jkt, credential }: Pick<TokenClaims, "scopes" | "jkt" | "credential">,
): Promise<string> {
  const key = await deps.keys.signing();
  // JWT times are whole seconds; rounding down never extends a token's lifetime.
  const issuedAt = instantFromMs(Math.floor(deps.clock.now() / 1000) * 1000);
  const claims = {
    jti: deps.newId<"token">(),
    applicationId: application.id,
    accountId: application.accountId,
    tenantId: application.tenantId,
    network: application.network,
    scopes,
    issuedAt,
    expiresAt: addMs(issuedAt, tokenLifetimeMs),
    jkt,
    credential,
  };
  return new SignJWT(writeClaims(claims, deps.parties))
    .setProtectedHeader({ alg: signingAlgorithm, typ: tokenType, kid: key.kid })
    .sign(key.privateKey);
}
