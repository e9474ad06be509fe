import { readChain } from "../addresses/index.ts";
import type { ChainWork } from "../chains/engine/chain-work.ts";
import type { Database } from "../db/database.ts";
import { listRoute } from "../http/list-route.ts";
import { PageQuerySchema, pageResponse } from "../http/paging.ts";
import {
  type ApiRequest,
  accountIn,
  causeOf,
  principalOf,
  type ResponseShape,
  type Route,
  readRoute,
  writeRoute,
} from "../http/route.ts";
import { tokenTag } from "../http/tags.ts";
import type { Clock } from "../kernel/instant.ts";
import { orThrow } from "../kernel/refusal.ts";
import { addDeployment } from "./add-deployment.ts";
import { type IssueTokenDeps, issueToken } from "./issue-token.ts";
import { tokenRows } from "./list-store.ts";
import { requireVisibleToken, tokensOfAccount, visibleTokens } from "./list-tokens.ts";
import type { ReadInFlight } from "./reconciliation/in-flight.ts";
import { createChainSupplyReader, type SupplyChains } from "./reserves/chain-supply.ts";
import { type ReadClaims, type ReservesDeps, readReserves } from "./reserves/read-reserves.ts";
import { exampleReserves, presentReserves, ReservesSchema } from "./reserves/reserves-response.ts";
import type { Token } from "./token.ts";
import { readTokenFacts } from "./token-facts.ts";
import { exampleNewToken, NewDeploymentSchema, NewTokenSchema, readChains } from "./token-request.ts";
import { exampleToken, presentToken, TokenSchema } from "./token-response.ts";
import { transparencyRoutes } from "./transparency/routes.ts";
import type { TransparencyDeps } from "./transparency/snapshot.ts";

type CatalogueRouteDeps = IssueTokenDeps & {
  readonly database: Database;
  readonly chainWork: ChainWork;
};

export type TokenRouteDeps = CatalogueRouteDeps & {
  readonly chains: SupplyChains;
  readonly readInFlight: ReadInFlight;
  readonly readClaims: ReadClaims;
  /** Whether tokens of this network have a public page without being opened; none by default. */
  readonly isOpenByDefault?: TransparencyDeps["isOpenByDefault"];
  /** Timeout for reading a supply from a chain. */
  readonly supplyTimeoutMs?: number;
};

/** Catalog, issuance and reserves. */
export function tokenRoutes(deps: TokenRouteDeps): readonly Route[] {
  const { chains, clock, supplyTimeoutMs: timeoutMs } = deps;
  const limits = timeoutMs === undefined ? {} : { timeoutMs };
  const readChainSupply = createChainSupplyReader({ chains, clock, ...limits });
  return [
    listTokens(deps),
    getToken(deps),
    listOwnTokens(deps),
    createToken(deps),
    deployToken(deps),
    getReserves({ ...deps, readChainSupply }),
    ...transparencyRoutes({ isOpenByDefault: () => false, ...deps, readChainSupply }),
  ];
}

const listResponse = pageResponse({
  description: "A page of tokens.",
  name: "TokenList",
  member: "tokens",
  items: TokenSchema,
  example: exampleToken,
});

function listTokens(deps: CatalogueRouteDeps): Route {
  return listRoute("GET /tokens", {
    operationId: "listTokens",
    tag: tokenTag,
    summary: "List tokens",
    description:
      "Returns public tokens and the tokens of your account and its managed accounts, newest first. Any valid access " +
      "token is accepted.",
    access: { scope: undefined },
    query: PageQuerySchema,
    response: listResponse,
    list: {
      ...listOf(deps),
      filters: (request) => visibleTokens(principalOf(request)),
      name: "tokens",
      isOrdered: false,
    },
  });
}

function listOwnTokens(deps: CatalogueRouteDeps): Route {
  return listRoute("GET /accounts/{account_id}/tokens", {
    operationId: "listAccountTokens",
    tag: tokenTag,
    summary: "List the tokens of an account",
    description: "Returns the tokens that the account issues, newest first.",
    access: { scope: "tokens:read" },
    query: PageQuerySchema,
    response: listResponse,
    refusals: ["not_found"],
    list: {
      ...listOf(deps),
      filters: (request) => tokensOfAccount(deps.database, principalOf(request), accountIn(request)),
    },
  });
}

function getToken(deps: CatalogueRouteDeps): Route {
  return readRoute("GET /tokens/{value_type}", {
    operationId: "getToken",
    tag: tokenTag,
    summary: "Get a token",
    description:
      "Returns a token by its case-sensitive value type. The deployments show the progress of the issuance.",
    access: { scope: undefined },
    response: { description: "The token.", schema: TokenSchema, example: exampleToken },
    refusals: ["not_found"],
    handle: async (request) => {
      const valueType = request.params["value_type"] ?? "";
      const token = await requireVisibleToken(deps.database, principalOf(request), valueType);
      const facts = await readTokenFacts(deps, token.network, [token]);
      return { status: 200, body: presentToken(token, facts) };
    },
  });
}

function createToken(deps: CatalogueRouteDeps): Route {
  return writeRoute("POST /accounts/{account_id}/tokens", {
    operationId: "issueToken",
    tag: tokenTag,
    summary: "Issue a token",
    description:
      "Issues a stablecoin for the account. Each chain is deployed independently; the token is `active` when all are " +
      "confirmed. A failed deployment has a reason and can be retried with " +
      "`POST /accounts/{account_id}/tokens/{value_type}/deployments`. The account must be complete. A value type that " +
      "is taken, ignoring case, returns 409; a reserved one returns 422. Events: `token.created`, " +
      "`token.deployment.completed`, `token.deployment.failed`, `token.issuance.completed`, `token.issuance.failed`.",
    access: { scope: "tokens:write" },
    body: { schema: NewTokenSchema, example: exampleNewToken },
    response: { status: 201, ...createdResponse("The token, `pending`.") },
    refusals: ["not_found", "network_not_supported", "conflict", "unprocessable"],
    idempotencyKey: "required",
    handle: async (tx, request) => {
      const principal = principalOf(request);
      const body = request.body;
      const token = await issueToken(deps, tx, {
        principal,
        cause: causeOf(request),
        accountId: accountIn(request),
        name: body.name,
        valueType: body.value_type,
        kind: body.kind,
        currency: body.currency,
        chains: orThrow(readChains(body.transfer_types, principal.network)),
      });
      const facts = { progress: new Map(), supplyOf: () => 0n };
      return { status: 201, body: presentToken(token, facts), headers: locationOf(token) };
    },
  });
}

function deployToken(deps: CatalogueRouteDeps): Route {
  return writeRoute("POST /accounts/{account_id}/tokens/{value_type}/deployments", {
    operationId: "deployToken",
    tag: tokenTag,
    summary: "Deploy a token on another chain",
    description:
      "Adds a chain to a token that the account issues, or retries a failed deployment. Returns 409 if the token is " +
      "already active or being deployed there. An active token stays active.",
    access: { scope: "tokens:write" },
    body: { schema: NewDeploymentSchema, example: { transfer_type: "stellar" } },
    response: { status: 201, ...createdResponse("The token, with the new deployment.") },
    refusals: ["not_found", "network_not_supported", "conflict", "unprocessable"],
    idempotencyKey: "required",
    handle: async (tx, request) => {
      const principal = principalOf(request);
      const { transfer_type: spelling } = request.body;
      const token = await addDeployment(deps, tx, {
        principal,
        cause: causeOf(request),
        accountId: accountIn(request),
        valueType: request.params["value_type"] ?? "",
        chain: orThrow(readChain(spelling, { network: principal.network, pointer: "/transfer_type" })),
      });
      const facts = await readTokenFacts({ ...deps, database: tx }, token.network, [token]);
      return { status: 201, body: presentToken(token, facts), headers: locationOf(token) };
    },
  });
}

/** The same in both lists. */
function listOf(deps: CatalogueRouteDeps) {
  return {
    session: deps.database,
    rows: tokenRows,
    present: async (tokens: readonly Token[], request: ApiRequest) => {
      const facts = await readTokenFacts(deps, principalOf(request).network, tokens);
      return tokens.map((token) => presentToken(token, facts));
    },
  };
}

function createdResponse(description: string): ResponseShape {
  const headers = { location: "URL of the token." };
  return { description, schema: TokenSchema, example: exampleToken, headers };
}

function locationOf({ valueType }: Token): { readonly location: string } {
  return { location: `/tokens/${valueType}` };
}

type ReservesRouteDeps = ReservesDeps & { readonly clock: Clock };

function getReserves(deps: ReservesRouteDeps): Route {
  return readRoute("GET /tokens/{value_type}/reserves", {
    operationId: "getReserves",
    tag: tokenTag,
    summary: "Get the reserves of a token",
    description:
      "Returns the supply reported by each chain, the supply in the ledger and the money held in reserve. For an " +
      "unreachable chain, the supply is null with a reason. Chain data may be a few seconds old.",
    access: { scope: undefined },
    response: { description: "Supply and reserve.", schema: ReservesSchema, example: exampleReserves },
    refusals: ["not_found"],
    handle: async (request) => {
      const valueType = request.params["value_type"] ?? "";
      const token = await requireVisibleToken(deps.database, principalOf(request), valueType);
      return { status: 200, body: presentReserves(await readReserves(deps, token), deps.clock.now()) };
    },
  });
}
