import type { TokenResponse } from "../generated/schema.ts";
import type { Clock } from "../system-clock.ts";
import { createAccessTokens } from "./access-token.ts";
import type { Call } from "./call.ts";
import { createAssertions } from "./client-assertion.ts";
import type { Authorization } from "./engine.ts";
import { operationNamed } from "./named-operations.ts";
import type { Credentials, Network } from "./options.ts";

interface AuthorizationDeps {
  readonly network: Network;
  readonly credentials: Credentials;
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Looked up when it is needed: a token request is itself a call. */
  readonly call: Call;
}

export function createAuthorization(deps: AuthorizationDeps): Authorization {
  const { network, credentials, clock } = deps;
  const tokens = createAccessTokens(tokenFetcher(deps), network, clock);
  return {
    headersFor: async () => ({ authorization: `Bearer ${await tokens.get()}` }),
    discard: ({ authorization = "" }) => tokens.discard(authorization.replace("Bearer ", "")),
    clientFields: clientFieldsOf(deps, credentials),
  };
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
    credentials.tokenUrl ?? `${baseUrl}${requestToken.path}`,
    clock,
  );
  return async () => ({
    client_id: clientId,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: await assertion(),
  });
}
