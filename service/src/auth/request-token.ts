import { isScope, type Scope } from "../http/scopes.ts";
import type { Application } from "./application.ts";
import {
  authenticateClient,
  type ClientAuthenticationDeps,
  type ClientRequest,
} from "./client-authentication.ts";
import { isOAuthError, type OAuthError, oauthError } from "./oauth-error.ts";
import { issueToken, type TokenIssuerDeps } from "./token-issuer.ts";

export interface GrantedToken {
  readonly accessToken: string;
  readonly scopes: readonly Scope[];
}

export const supportedGrantType = "client_credentials";

// Longer than all scopes together.
const maxScopeLength = 2000;

/** RFC 6749 §4.4: client credentials grant. */
export async function requestToken(
  deps: ClientAuthenticationDeps & TokenIssuerDeps,
  request: ClientRequest,
): Promise<GrantedToken | OAuthError> {
  const grantType = request.form.get("grant_type");
  if (grantType === undefined) return oauthError("invalid_request", "the parameter grant_type is missing");
  if (grantType !== supportedGrantType) {
    return oauthError("unsupported_grant_type", `grant_type must be ${supportedGrantType}`);
  }
  const application = await authenticateClient(deps, request);
  if (isOAuthError(application)) return application;
  const scopes = grantScopes(application, request.form.get("scope"));
  if (isOAuthError(scopes)) return scopes;
  return { accessToken: await issueToken(deps, application, scopes), scopes };
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
