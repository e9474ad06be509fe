import type { Answer, ApiRequest, Route } from "../http/route.ts";
import type { ClientAuthenticationDeps, ClientRequest } from "./client-authentication.ts";
import { readForm } from "./form.ts";
import { describeTokenService, paths } from "./metadata.ts";
import { answerOAuthError, isOAuthError, type OAuthError, uncached } from "./oauth-error.ts";
import { type GrantedToken, requestToken } from "./request-token.ts";
import { type RevokeTokenDeps, revokeToken } from "./revoke-token.ts";
import {
  JwksSchema,
  MetadataSchema,
  oauthAnswer,
  oauthErrorAnswers,
  RevocationRequestSchema,
  TokenRequestSchema,
  TokenResponseSchema,
} from "./schemas.ts";
import { tokenLifetimeSeconds } from "./token-claims.ts";
import type { TokenIssuerDeps } from "./token-issuer.ts";

export type AuthRouteDeps = ClientAuthenticationDeps & TokenIssuerDeps & RevokeTokenDeps;

export function authRoutes(deps: AuthRouteDeps): readonly Route[] {
  return [tokenRoute(deps), revocationRoute(deps), jwksRoute(deps), metadataRoute(deps)];
}

const tag = {
  name: "Authentication",
  description: "Access tokens for applications, by OAuth 2.0 client credentials.",
};
const formType = "application/x-www-form-urlencoded";

// Shorter than the time for which a new key is published before it signs, so that no cache misses it.
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
      "`client_id` and `client_secret` in the form, or with a `client_assertion`; one way at a time.",
    access: "public",
    errorStyle: "oauth",
    // A token is a signed statement, kept nowhere. That an assertion was used is remembered until it expires.
    effect: "none",
    body: {
      schema: TokenRequestSchema,
      mediaType: formType,
      example: { grant_type: "client_credentials", scope: "accounts:read transfers:write" },
    },
    answers: {
      200: {
        description: "The token.",
        schema: TokenResponseSchema,
        example: {
          access_token: "eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
          token_type: "Bearer",
          expires_in: tokenLifetimeSeconds,
          scope: "accounts:read transfers:write",
        },
      },
      400: {
        ...oauthAnswer("invalid_scope", "the application does not have the scope transfers:write"),
        description:
          "`invalid_request`: a parameter is missing or sent twice, or there are two ways of authentication. " +
          "`unsupported_grant_type`. `invalid_scope`: a scope is unknown, or the application does not have it.",
      },
      ...oauthErrorAnswers,
    },
    work: {
      kind: "read",
      handle: (request) =>
        answerForm(request, async (client) => presentToken(await requestToken(deps, client))),
    },
  };
}

function revocationRoute(deps: AuthRouteDeps): Route {
  return {
    method: "POST",
    path: paths.revocation,
    operationId: "revokeToken",
    tag,
    summary: "Give an access token back",
    description:
      "RFC 7009, authenticated like the token request. The token is refused from now on, on every node within five " +
      "seconds. A token that is unknown, malformed or expired is answered with success, for there is nothing left to do.",
    access: "public",
    errorStyle: "oauth",
    effect: "perhaps",
    body: {
      schema: RevocationRequestSchema,
      mediaType: formType,
      example: { token: "eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl" },
    },
    answers: {
      200: { description: "The token is not good any more." },
      400: {
        ...oauthAnswer("invalid_request", "the token was issued to another client"),
        description:
          "`invalid_request`: a parameter is missing or sent twice, there are two ways of authentication, or the token " +
          "was issued to another client.",
      },
      ...oauthErrorAnswers,
    },
    work: {
      kind: "read",
      handle: (request) =>
        answerForm(
          request,
          async (client) => (await revokeToken(deps, client)) ?? { status: 200, headers: uncached },
        ),
    },
  };
}

function jwksRoute({ keys }: AuthRouteDeps): Route {
  return {
    method: "GET",
    path: paths.jwks,
    operationId: "getSigningKeys",
    tag,
    summary: "Get the keys that sign access tokens",
    description:
      "RFC 7517. A new key is listed a minute before it signs, an old one until its last token has expired.",
    access: "public",
    answers: {
      200: {
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
    },
    work: {
      kind: "read",
      handle: async () => ({ status: 200, headers: briefly, body: { keys: await keys.published() } }),
    },
  };
}

function metadataRoute({ parties }: AuthRouteDeps): Route {
  return {
    method: "GET",
    path: paths.metadata,
    operationId: "getTokenServiceMetadata",
    tag,
    summary: "Get the addresses and abilities of the token service",
    description: "RFC 8414.",
    access: "public",
    answers: {
      200: {
        description: "The metadata.",
        schema: MetadataSchema,
        example: describeTokenService("https://auth.example.com"),
      },
    },
    work: {
      kind: "read",
      handle: async () => ({ status: 200, headers: briefly, body: describeTokenService(parties.issuer) }),
    },
  };
}

async function answerForm(
  request: ApiRequest,
  work: (client: ClientRequest & { readonly requestId: string }) => Promise<Answer | OAuthError>,
): Promise<Answer> {
  const form = readForm(request.body);
  if (isOAuthError(form)) return answerOAuthError(form);
  const { authorization } = request.headers;
  const outcome = await work({
    authorization: typeof authorization === "string" ? authorization : undefined,
    form,
    address: request.clientAddress,
    requestId: request.requestId,
  });
  return isOAuthError(outcome) ? answerOAuthError(outcome) : outcome;
}

function presentToken(granted: GrantedToken | OAuthError): Answer | OAuthError {
  if (isOAuthError(granted)) return granted;
  return {
    status: 200,
    headers: uncached,
    body: {
      access_token: granted.accessToken,
      token_type: "Bearer",
      expires_in: tokenLifetimeSeconds,
      scope: granted.scopes.join(" "),
    },
  };
}
