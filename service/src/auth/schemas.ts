import Type from "typebox";
import { OAuthErrorSchema } from "../http/openapi-errors.ts";
import type { AnswerShape } from "../http/route.ts";
import { named } from "../http/schemas.ts";

const clientAuthentication = {
  client_id: Type.Optional(Type.String({ description: "With `client_secret`, instead of HTTP Basic." })),
  client_secret: Type.Optional(Type.String({ description: "Instead of HTTP Basic, never beside it." })),
  client_assertion_type: Type.Optional(
    Type.String({ description: "`urn:ietf:params:oauth:client-assertion-type:jwt-bearer`" }),
  ),
  client_assertion: Type.Optional(
    Type.String({
      description:
        "A JWT signed with a key of the application, RFC 7523: `iss` and `sub` the client id, `aud` the token endpoint " +
        "or the issuer, `exp` at most five minutes ahead, a `jti` that is new each time.",
    }),
  ),
};

/** Unknown parameters are ignored, as RFC 6749 §3.2 asks. */
export const TokenRequestSchema = named(
  "TokenRequest",
  Type.Object(
    {
      grant_type: Type.Optional(Type.String({ description: "`client_credentials`; required." })),
      scope: Type.Optional(
        Type.String({
          description: "Scopes with a space between them; all of the application's when it is left out.",
        }),
      ),
      ...clientAuthentication,
    },
    { additionalProperties: true },
  ),
);

export const TokenResponseSchema = named(
  "TokenResponse",
  Type.Object({
    access_token: Type.String({ description: "A signed JWT, RFC 9068. Send it as `Authorization: Bearer`." }),
    token_type: Type.Literal("Bearer"),
    expires_in: Type.Integer({ description: "Seconds for which the token is good." }),
    scope: Type.String({ description: "The scopes of the token, with a space between them." }),
  }),
);

export const RevocationRequestSchema = named(
  "RevocationRequest",
  Type.Object(
    {
      token: Type.Optional(Type.String({ description: "The access token that is given back; required." })),
      token_type_hint: Type.Optional(Type.String({ description: "Accepted and not needed." })),
      ...clientAuthentication,
    },
    { additionalProperties: true },
  ),
);

export const JwksSchema = named(
  "JsonWebKeySet",
  Type.Object({
    keys: Type.Array(
      Type.Object({
        kty: Type.String(),
        crv: Type.String(),
        x: Type.String(),
        kid: Type.String({ description: "The thumbprint of the key, RFC 7638." }),
        alg: Type.String(),
        use: Type.String(),
      }),
    ),
  }),
);

const strings = () => Type.Array(Type.String());

export const MetadataSchema = named(
  "TokenServiceMetadata",
  Type.Object({
    issuer: Type.String({ format: "uri" }),
    token_endpoint: Type.String({ format: "uri" }),
    revocation_endpoint: Type.String({ format: "uri" }),
    jwks_uri: Type.String({ format: "uri" }),
    scopes_supported: strings(),
    response_types_supported: strings(),
    grant_types_supported: strings(),
    token_endpoint_auth_methods_supported: strings(),
    token_endpoint_auth_signing_alg_values_supported: strings(),
    revocation_endpoint_auth_methods_supported: strings(),
    revocation_endpoint_auth_signing_alg_values_supported: strings(),
  }),
);

/** The answers that both endpoints give when client authentication, or something before it, fails. */
export const oauthErrorAnswers: Readonly<Record<number, AnswerShape>> = {
  401: {
    ...oauthAnswer("invalid_client", "client authentication failed"),
    description:
      "`invalid_client`: the client is unknown or revoked, or its secret or assertion is wrong; which of them is not told.",
    headers: { "www-authenticate": "`Basic`, the way in which credentials are sent." },
  },
  429: {
    ...oauthAnswer("temporarily_unavailable", "too many failed attempts"),
    description:
      "`temporarily_unavailable`: too many requests, or too many failed attempts within a minute: 10 for one client " +
      "from one address, 30 from one address, or 50 for one client, which holds back only addresses that failed.",
    headers: { "retry-after": "Seconds to wait." },
  },
  503: {
    ...oauthAnswer("temporarily_unavailable", "the database cannot be reached right now"),
    description: "`temporarily_unavailable`: something that the service needs is not reachable.",
    headers: { "retry-after": "Seconds to wait." },
  },
};

export function oauthAnswer(error: string, errorDescription: string) {
  return { schema: OAuthErrorSchema, example: { error, error_description: errorDescription } };
}
