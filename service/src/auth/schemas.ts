import Type from "typebox";
import { OAuthErrorSchema } from "../http/openapi-errors.ts";
import type { ResponseShape } from "../http/route.ts";
import { named, stated } from "../http/schemas.ts";

const clientAuthentication = {
  client_id: Type.Optional(Type.String({ description: "With `client_secret`, instead of HTTP Basic." })),
  client_secret: Type.Optional(Type.String({ description: "Instead of HTTP Basic, not in addition to it." })),
  client_assertion_type: Type.Optional(
    Type.String({ description: "`urn:ietf:params:oauth:client-assertion-type:jwt-bearer`" }),
  ),
  client_assertion: Type.Optional(
    Type.String({
      description:
        "A JWT signed with a key of the application, RFC 7523: `iss` and `sub` are the client id, `aud` is the token " +
        "endpoint or the issuer, `exp` is at most five minutes ahead, and `jti` is unique.",
    }),
  ),
};

/** Unknown parameters are ignored, as RFC 6749 §3.2 requires. */
export const TokenRequestSchema = named(
  "TokenRequest",
  Type.Object(
    {
      grant_type: Type.Optional(
        Type.String({ ...stated({ enum: ["client_credentials"] }), description: "`client_credentials`." }),
      ),
      scope: Type.Optional(
        Type.String({
          description: "Space-separated scopes; defaults to all scopes of the application.",
        }),
      ),
      ...clientAuthentication,
    },
    { additionalProperties: true, ...stated({ required: ["grant_type"] }) },
  ),
);

export const TokenResponseSchema = named(
  "TokenResponse",
  Type.Object({
    access_token: Type.String({
      description: "A signed JWT, RFC 9068. Send it as `Authorization: Bearer`, or `DPoP`.",
    }),
    token_type: Type.Enum(["Bearer", "DPoP"], { description: "`DPoP` if it is bound to a key, RFC 9449." }),
    expires_in: Type.Integer({ description: "Lifetime of the token in seconds." }),
    scope: Type.String({ description: "Scopes of the token, space-separated." }),
  }),
);

export const RevocationRequestSchema = named(
  "RevocationRequest",
  Type.Object(
    {
      token: Type.Optional(Type.String({ description: "The access token to revoke." })),
      token_type_hint: Type.Optional(Type.String({ description: "Accepted and ignored." })),
      ...clientAuthentication,
    },
    { additionalProperties: true, ...stated({ required: ["token"] }) },
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
        kid: Type.String({ description: "RFC 7638 thumbprint of the key." }),
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
    dpop_signing_alg_values_supported: strings(),
  }),
);

/** Responses of both endpoints when client authentication, or something before it, fails. */
export const oauthErrorResponses: Readonly<Record<number, ResponseShape>> = {
  401: {
    ...oauthResponse("invalid_client", "client authentication failed"),
    description:
      "`invalid_client`: the client is unknown or revoked, or its secret or assertion is wrong. The response is the " +
      "same in each case.",
    headers: { "www-authenticate": "`Basic`, the authentication scheme." },
  },
  429: {
    ...oauthResponse("temporarily_unavailable", "too many failed attempts"),
    description:
      "`temporarily_unavailable`: too many requests, or too many failed attempts within a minute: 10 for one client " +
      "from one address, 30 from one address, or 50 for one client, which blocks only addresses that failed.",
    headers: { "retry-after": "Seconds to wait." },
  },
  503: {
    ...oauthResponse("temporarily_unavailable", "the database cannot be reached right now"),
    description: "`temporarily_unavailable`: a dependency is unavailable.",
    headers: { "retry-after": "Seconds to wait." },
  },
};

export function oauthResponse(error: string, errorDescription: string) {
  return { schema: OAuthErrorSchema, example: { error, error_description: errorDescription } };
}
