import { scopeNames } from "../http/scopes.ts";
import { dpopAlgorithms } from "./dpop.ts";
import { assertionAlgorithms } from "./public-jwk.ts";
import { supportedGrantType } from "./request-token.ts";

export const paths = {
  token: "/oauth2/token",
  revocation: "/oauth2/revoke",
  jwks: "/oauth2/jwks.json",
  metadata: "/.well-known/oauth-authorization-server",
} as const;

const authenticationMethods = ["client_secret_basic", "client_secret_post", "private_key_jwt"] as const;

/** Authorization server metadata, RFC 8414 §2. */
export function describeTokenService(issuer: string) {
  return {
    issuer,
    token_endpoint: issuer + paths.token,
    revocation_endpoint: issuer + paths.revocation,
    jwks_uri: issuer + paths.jwks,
    scopes_supported: scopeNames,
    // There is no authorization endpoint and so no response type, but the RFC requires the member.
    response_types_supported: [] as readonly string[],
    grant_types_supported: [supportedGrantType],
    token_endpoint_auth_methods_supported: authenticationMethods,
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    revocation_endpoint_auth_methods_supported: authenticationMethods,
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    // RFC 9449 §5.1.
    dpop_signing_alg_values_supported: dpopAlgorithms,
  };
}
