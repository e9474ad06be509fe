import type { TokenResponse } from "../generated/schema.ts";
import type { Clock } from "../system-clock.ts";
import { createAccessTokens } from "./access-token.ts";
import type { Call } from "./call.ts";
import { createAssertions } from "./client-assertion.ts";
import { createProofs } from "./dpop-proof.ts";
import type { Authorization } from "./engine.ts";
import { operationNamed } from "./named-operations.ts";
import type { Credentials, Network } from "./options.ts";
import type { ProofKey } from "./private-key.ts";

interface AuthorizationDeps {
  readonly network: Network;
  readonly credentials: Credentials;
  readonly dpopKey: ProofKey | undefined;
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Looked up when it is needed: a token request is itself a call. */
  readonly call: Call;
}

export function createAuthorization(deps: AuthorizationDeps): Authorization {
  const { network, credentials, dpopKey, clock } = deps;
  const tokens = createAccessTokens(tokenFetcher(deps), network, clock);
  const createProof = dpopKey === undefined ? undefined : createProofs(dpopKey, clock);
  const scheme = createProof === undefined ? "Bearer" : "DPoP";
  return {
    headersFor: async ({ name, method, isPublic }, url) => {
      if (isPublic === true) {
        if (createProof === undefined || name !== requestToken.name) return {};
        return { dpop: await createProof({ method, url: tokenUrlOf(credentials) ?? url }) };
      }
      const accessToken = await tokens.get();
      const authorization = `${scheme} ${accessToken}`;
      if (createProof === undefined) return { authorization };
      return { authorization, dpop: await createProof({ method, url, accessToken }) };
    },
    discard: ({ authorization = "" }) => tokens.discard(authorization.replace(`${scheme} `, "")),
    clientFields: clientFieldsOf(deps, credentials),
  };
}

/** The service may have another address for its tokens than the one that the request is sent to. */
function tokenUrlOf(credentials: Credentials): string | undefined {
  return "tokenUrl" in credentials ? credentials.tokenUrl : undefined;
}

function tokenFetcher({ credentials, call }: AuthorizationDeps): () => Promise<string> {
  if ("accessToken" in credentials) return async () => credentials.accessToken();
  const input = { grant_type: "client_credentials", scope: credentials.scope };
  return async () => ((await call(requestToken, input)) as TokenResponse).access_token;
}

const requestToken = operationNamed("authentication", "requestToken");

function clientFieldsOf(
  { baseUrl, clock }: AuthorizationDeps,
  credentials: Credentials,
): () => Promise<Readonly<Record<string, string>>> {
  if ("accessToken" in credentials) return async () => ({});
  const { clientId } = credentials;
  if ("clientSecret" in credentials) {
    return async () => ({ client_id: clientId, client_secret: credentials.clientSecret });
  }
  const assertion = createAssertions(
    credentials,
    tokenUrlOf(credentials) ?? `${baseUrl}${requestToken.path}`,
    clock,
  );
  return async () => ({
    client_id: clientId,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: await assertion(),
  });
}
