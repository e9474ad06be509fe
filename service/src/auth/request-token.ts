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

// Longer than all scopes together; whoever sends more is not asking for scopes.
const maxScopeLength = 2000;

/** RFC 6749 §4.4: a client asks for a token in its own name. */
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

/** Without a wish all of the application's scopes; a wish beyond them is refused rather than cut, RFC 6749 §3.3. */
export function grantScopes(
  { scopes }: Pick<Application, "scopes">,
  wish: string | undefined,
): readonly Scope[] | OAuthError {
  if (wish === undefined) return scopes;
  const wanted = wish.length > maxScopeLength ? [] : wish.split(" ").filter((name) => name !== "");
  if (wanted.length === 0)
    return oauthError("invalid_scope", "scope must be scopes with a space between them");
  for (const name of wanted) {
    if (!isScope(name)) return oauthError("invalid_scope", "a scope is not known");
    if (!scopes.includes(name))
      return oauthError("invalid_scope", `the application does not have the scope ${name}`);
  }
  return scopes.filter((scope) => wanted.includes(scope));
}
