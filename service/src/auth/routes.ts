import { type ApiRequest, type ApiResponse, type Route, readRoute } from "../http/route.ts";
import { readForm } from "./form.ts";
import { describeTokenService, paths } from "./metadata.ts";
import { isOAuthError, type OAuthError, sendOAuthError, uncached } from "./oauth-error.ts";
import {
  type GrantedToken,
  type RequestTokenDeps,
  requestToken,
  type TokenRequest,
} from "./request-token.ts";
import { type RevokeTokenDeps, revokeToken } from "./revoke-token.ts";
import {
  JwksSchema,
  MetadataSchema,
  oauthErrorResponses,
  oauthResponse,
  RevocationRequestSchema,
  TokenRequestSchema,
  TokenResponseSchema,
} from "./schemas.ts";
import { tokenLifetimeSeconds } from "./token-claims.ts";

export type AuthRouteDeps = RequestTokenDeps & RevokeTokenDeps;

export function authRoutes(deps: AuthRouteDeps): readonly Route[] {
  return [tokenRoute(deps), revocationRoute(deps), jwksRoute(deps), metadataRoute(deps)];
}

const tag = {
  name: "Authentication",
  description: "OAuth 2.0 client credentials: get and revoke access tokens.",
};
const formType = "application/x-www-form-urlencoded";

// Shorter than the time for which a new key is published before it signs, so that caches never miss a key.
const briefly = { "cache-control": "public, max-age=30" } as const;

function tokenRoute(deps: AuthRouteDeps): Route {
  return {
    method: "POST",
    path: paths.token,
    operationId: "requestToken",
    tag,
    summary: "Get an access token",
    description:
      "OAuth 2.0 client credentials, RFC 6749 §4.4. Authenticate with HTTP Basic (`client_id:client_secret`), with " +
      "`client_id` and `client_secret` in the form, or with a `client_assertion`. Use only one method per request. " +
      "With a `DPoP` header (RFC 9449), the token is bound to the key of the proof.",
    access: "public",
    errorStyle: "oauth",
    // Tokens are signed, not stored. The jti of a used assertion is kept until it expires.
    effect: "none",
    body: {
      schema: TokenRequestSchema,
      mediaType: formType,
      example: { grant_type: "client_credentials", scope: "accounts:read transfers:write" },
    },
    responses: {
      200: {
        description: "The access token.",
        schema: TokenResponseSchema,
        example: {
          access_token: "eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
          token_type: "Bearer",
          expires_in: tokenLifetimeSeconds,
          scope: "accounts:read transfers:write",
        },
      },
      400: {
        ...oauthResponse("invalid_scope", "the application does not have the scope transfers:write"),
        description:
          "`invalid_request`: a parameter is missing or repeated, or more than one authentication method is used. " +
          "`unsupported_grant_type`. `invalid_scope`: a scope is unknown, or the application does not have it. " +
          "`invalid_dpop_proof`: the proof is missing, not valid, or was used before.",
      },
      403: {
        ...oauthResponse("access_denied", "the application may not be used from this IP address"),
        description: "`access_denied`: the application may not be used from this IP address.",
      },
      ...oauthErrorResponses,
    },
    work: {
      kind: "read",
      handle: (request) =>
        respondToForm(request, async (client) => presentToken(await requestToken(deps, client))),
    },
  };
}

function revocationRoute(deps: AuthRouteDeps): Route {
  return {
    method: "POST",
    path: paths.revocation,
    operationId: "revokeToken",
    tag,
    summary: "Revoke an access token",
    description:
      "RFC 7009, authenticated like the token request. The token is refused immediately, on every node within five " +
      "seconds. Revoking an unknown, malformed or expired token succeeds, because there is nothing left to revoke.",
    access: "public",
    errorStyle: "oauth",
    effect: "perhaps",
    body: {
      schema: RevocationRequestSchema,
      mediaType: formType,
      example: { token: "eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl" },
    },
    responses: {
      200: { description: "The token is revoked." },
      400: {
        ...oauthResponse("invalid_request", "the token was issued to another client"),
        description:
          "`invalid_request`: a parameter is missing or repeated, more than one authentication method is used, or " +
          "the token was issued to another client.",
      },
      ...oauthErrorResponses,
    },
    work: {
      kind: "read",
      handle: (request) =>
        respondToForm(
          request,
          async (client) => (await revokeToken(deps, client)) ?? { status: 200, headers: uncached },
        ),
    },
  };
}

function jwksRoute({ keys }: AuthRouteDeps): Route {
  return readRoute(`GET ${paths.jwks}`, {
    operationId: "getSigningKeys",
    tag,
    summary: "Get the public signing keys (JWKS)",
    description:
      "RFC 7517. A new key is published one minute before it signs, an old one until its last token has expired.",
    access: "public",
    response: {
      description: "The public keys.",
      schema: JwksSchema,
      example: {
        keys: [
          {
            kty: "OKP",
            crv: "Ed25519",
            x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
            kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
            alg: "EdDSA",
            use: "sig",
          },
        ],
      },
    },
    handle: async () => ({ status: 200, headers: briefly, body: { keys: await keys.published() } }),
  });
}

function metadataRoute({ parties }: AuthRouteDeps): Route {
  return readRoute(`GET ${paths.metadata}`, {
    operationId: "getTokenServiceMetadata",
    tag,
    summary: "Get authorization server metadata",
    description: "RFC 8414.",
    access: "public",
    response: {
      description: "The authorization server metadata.",
      schema: MetadataSchema,
      example: describeTokenService("https://auth.example.com"),
    },
    handle: async () => ({ status: 200, headers: briefly, body: describeTokenService(parties.issuer) }),
  });
}

async function respondToForm(
  request: ApiRequest,
  work: (client: TokenRequest & { readonly requestId: string }) => Promise<ApiResponse | OAuthError>,
): Promise<ApiResponse> {
  const form = readForm(request.body);
  if (isOAuthError(form)) return sendOAuthError(form);
  const { authorization, dpop } = request.headers;
  const outcome = await work({
    authorization: typeof authorization === "string" ? authorization : undefined,
    form,
    address: request.clientAddress,
    dpop: typeof dpop === "string" ? dpop : undefined,
    requestId: request.requestId,
  });
  return isOAuthError(outcome) ? sendOAuthError(outcome) : outcome;
}

function presentToken(granted: GrantedToken | OAuthError): ApiResponse | OAuthError {
  if (isOAuthError(granted)) return granted;
  return {
    status: 200,
    headers: uncached,
    body: {
      access_token: granted.accessToken,
      token_type: granted.isBound ? "DPoP" : "Bearer",
      expires_in: tokenLifetimeSeconds,
      scope: granted.scopes.join(" "),
    },
  };
}
