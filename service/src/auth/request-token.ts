import type { RecordRefusedAddress } from "../audit/index.ts";
import { isScope, type Scope } from "../http/scopes.ts";
import { isInRanges } from "../kernel/address-range.ts";
import type { Application } from "./application.ts";
import { recordRefusedUse } from "./application-audit.ts";
import {
  authenticateClient,
  type ClientAuthenticationDeps,
  type ClientRequest,
} from "./client-authentication.ts";
import { verifyDpopProof } from "./dpop.ts";
import { isOAuthError, type OAuthError, oauthError } from "./oauth-error.ts";
import { claimProof } from "./revocation-store.ts";
import { issueToken, type TokenIssuerDeps } from "./token-issuer.ts";

export interface GrantedToken {
  readonly accessToken: string;
  readonly scopes: readonly Scope[];
  readonly isBound: boolean;
}

export interface TokenRequest extends ClientRequest {
  /** The header DPoP. */
  readonly dpop: string | undefined;
}

export interface RequestTokenDeps extends ClientAuthenticationDeps, TokenIssuerDeps {
  readonly tokenUrl: string;
  readonly recordRefusedAddress: RecordRefusedAddress;
}

export const supportedGrantType = "client_credentials";

// Longer than all scopes together.
const maxScopeLength = 2000;

/** RFC 6749 §4.4: client credentials grant. */
export async function requestToken(
  deps: RequestTokenDeps,
  request: TokenRequest,
): Promise<GrantedToken | OAuthError> {
  const grantType = request.form.get("grant_type");
  if (grantType === undefined) return oauthError("invalid_request", "the parameter grant_type is missing");
  if (grantType !== supportedGrantType) {
    return oauthError("unsupported_grant_type", `grant_type must be ${supportedGrantType}`);
  }
  const client = await authenticateClient(deps, request);
  if (isOAuthError(client)) return client;
  const { application, credential } = client;
  const scopes = grantScopes(application, request.form.get("scope"));
  if (isOAuthError(scopes)) return scopes;
  const refused = await refuseAddress(deps, application, request.address);
  if (refused !== undefined) return refused;
  const jkt = await boundKey(deps, application, request.dpop);
  if (isOAuthError(jkt)) return jkt;
  const accessToken = await issueToken(deps, application, { scopes, jkt, credential });
  return { accessToken, scopes, isBound: jkt !== undefined };
}

async function refuseAddress(
  { recordRefusedAddress }: RequestTokenDeps,
  application: Application,
  address: string,
): Promise<OAuthError | undefined> {
  const { allowedIps } = application;
  if (allowedIps.length === 0 || isInRanges(address, allowedIps)) return undefined;
  await recordRefusedUse(recordRefusedAddress, application, address);
  return oauthError("access_denied", "the application may not be used from this IP address");
}

/** RFC 9449 §5: the key of the proof; undefined without a proof. */
async function boundKey(
  { database, clock, tokenUrl }: RequestTokenDeps,
  application: Application,
  dpop: string | undefined,
): Promise<string | undefined | OAuthError> {
  if (dpop === undefined) {
    return application.requiresDpop
      ? oauthError("invalid_dpop_proof", "this application must send a DPoP proof")
      : undefined;
  }
  const proof = await verifyDpopProof(dpop, { method: "POST", url: tokenUrl, now: clock.now() });
  if (typeof proof === "string") return oauthError("invalid_dpop_proof", proof);
  const isFirstUse = await claimProof(database, application, proof);
  return isFirstUse ? proof.jkt : oauthError("invalid_dpop_proof", "jti was already used");
}

/**
 * Without a scope parameter, all of the application's scopes; other scopes are refused rather than dropped, RFC 6749
 * §3.3.
 */
export function grantScopes(
  { scopes }: Pick<Application, "scopes">,
  scopeText: string | undefined,
): readonly Scope[] | OAuthError {
  if (scopeText === undefined) return scopes;
  const requested =
    scopeText.length > maxScopeLength ? [] : scopeText.split(" ").filter((name) => name !== "");
  if (requested.length === 0)
    return oauthError("invalid_scope", "scope must be a space-separated list of scopes");
  for (const name of requested) {
    if (!isScope(name)) return oauthError("invalid_scope", "scope contains an unknown scope");
    if (!scopes.includes(name))
      return oauthError("invalid_scope", `the application does not have the scope ${name}`);
  }
  return scopes.filter((scope) => requested.includes(scope));
}
