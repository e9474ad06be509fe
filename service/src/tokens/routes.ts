import Type from "typebox";
import { readChain } from "../addresses/index.ts";
import type { ChainWork } from "../chains/engine/chain-work.ts";
import type { Database } from "../db/database.ts";
import { PaginationSchema, pageQuery } from "../http/paging.ts";
import {
  type ApiRequest,
  type ApiResponse,
  bodyOf,
  causeOf,
  principalOf,
  type ResponseShape,
  type Route,
} from "../http/route.ts";
import { named, strictObject } from "../http/schemas.ts";
import { orThrow } from "../kernel/refusal.ts";
import { addDeployment } from "./add-deployment.ts";
import { type IssueTokenDeps, issueToken } from "./issue-token.ts";
import { listAccountTokens, listVisibleTokens, requireVisibleToken } from "./list-tokens.ts";
import type { Token } from "./token.ts";
import { readTokenFacts } from "./token-facts.ts";
import { exampleNewToken, NewDeploymentSchema, NewTokenSchema, readChains } from "./token-request.ts";
import { exampleToken, presentToken, TokenSchema } from "./token-response.ts";

export type CatalogueRouteDeps = IssueTokenDeps & {
  readonly database: Database;
  readonly chainWork: ChainWork;
};

export const tokenTag = {
  name: "Tokens",
  description: "Token catalog and token issuance.",
};

export function catalogueRoutes(deps: CatalogueRouteDeps): readonly Route[] {
  return [listTokens(deps), getToken(deps), listOwnTokens(deps), createToken(deps), deployToken(deps)];
}

const ListQuery = strictObject(pageQuery);
const TokenListSchema = named(
  "TokenList",
  Type.Object({ tokens: Type.Array(TokenSchema), pagination: PaginationSchema }),
);
const exampleList = { tokens: [exampleToken], pagination: { page_size: 25, next: null, prev: null } };

function listTokens(deps: CatalogueRouteDeps): Route {
  return {
    method: "GET",
    path: "/tokens",
    operationId: "listTokens",
    tag: tokenTag,
    summary: "List tokens",
    description:
      "Returns public tokens and the tokens of your account and its managed accounts, newest first. Any valid access " +
      "token is accepted.",
    access: { scope: undefined },
    query: ListQuery,
    responses: { 200: { description: "A page of tokens.", schema: TokenListSchema, example: exampleList } },
    work: {
      kind: "read",
      handle: async (request) => {
        const page = await listVisibleTokens(deps.database, principalOf(request), request.page());
        return presentPage(deps, request, page);
      },
    },
  };
}

function listOwnTokens(deps: CatalogueRouteDeps): Route {
  return {
    method: "GET",
    path: "/accounts/{account_id}/tokens",
    operationId: "listAccountTokens",
    tag: tokenTag,
    summary: "List the tokens of an account",
    description: "Returns the tokens that the account issues, newest first.",
    access: { scope: "tokens:read" },
    query: ListQuery,
    responses: { 200: { description: "A page of tokens.", schema: TokenListSchema, example: exampleList } },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const input = { accountId: request.params["account_id"] ?? "", page: request.page() };
        const page = await listAccountTokens(deps.database, principalOf(request), input);
        return presentPage(deps, request, page);
      },
    },
  };
}

function getToken(deps: CatalogueRouteDeps): Route {
  return {
    method: "GET",
    path: "/tokens/{value_type}",
    operationId: "getToken",
    tag: tokenTag,
    summary: "Get a token",
    description:
      "Returns a token by its case-sensitive value type. The deployments show the progress of the issuance.",
    access: { scope: undefined },
    responses: { 200: { description: "The token.", schema: TokenSchema, example: exampleToken } },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const valueType = request.params["value_type"] ?? "";
        const token = await requireVisibleToken(deps.database, principalOf(request), valueType);
        const facts = await readTokenFacts(deps, token.network, [token]);
        return { status: 200, body: presentToken(token, facts) };
      },
    },
  };
}

function createToken(deps: CatalogueRouteDeps): Route {
  return {
    method: "POST",
    path: "/accounts/{account_id}/tokens",
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
    responses: { 201: createdResponse("The token, `pending`.") },
    refusals: ["not_found", "network_not_supported", "conflict", "unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "required",
      handle: async (tx, request) => {
        const principal = principalOf(request);
        const body = bodyOf(NewTokenSchema, request);
        const token = await issueToken(deps, tx, {
          principal,
          cause: causeOf(request),
          accountId: request.params["account_id"] ?? "",
          name: body.name,
          valueType: body.value_type,
          kind: body.kind,
          currency: body.currency,
          chains: orThrow(readChains(body.transfer_types, principal.network)),
        });
        const facts = { progress: new Map(), supplyOf: () => 0n };
        return { status: 201, body: presentToken(token, facts), headers: locationOf(token) };
      },
    },
  };
}

function deployToken(deps: CatalogueRouteDeps): Route {
  return {
    method: "POST",
    path: "/accounts/{account_id}/tokens/{value_type}/deployments",
    operationId: "deployToken",
    tag: tokenTag,
    summary: "Deploy a token on another chain",
    description:
      "Adds a chain to a token that the account issues, or retries a failed deployment. Returns 409 if the token is " +
      "already active or being deployed there. An active token stays active.",
    access: { scope: "tokens:write" },
    body: { schema: NewDeploymentSchema, example: { transfer_type: "stellar" } },
    responses: { 201: createdResponse("The token, with the new deployment.") },
    refusals: ["not_found", "network_not_supported", "conflict", "unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "required",
      handle: async (tx, request) => {
        const principal = principalOf(request);
        const { transfer_type: spelling } = bodyOf(NewDeploymentSchema, request);
        const token = await addDeployment(deps, tx, {
          principal,
          cause: causeOf(request),
          accountId: request.params["account_id"] ?? "",
          valueType: request.params["value_type"] ?? "",
          chain: orThrow(readChain(spelling, { network: principal.network, pointer: "/transfer_type" })),
        });
        const facts = await readTokenFacts({ ...deps, database: tx }, token.network, [token]);
        return { status: 201, body: presentToken(token, facts), headers: locationOf(token) };
      },
    },
  };
}

async function presentPage(
  deps: CatalogueRouteDeps,
  request: ApiRequest,
  { items, pagination }: Awaited<ReturnType<typeof listVisibleTokens>>,
): Promise<ApiResponse> {
  const facts = await readTokenFacts(deps, principalOf(request).network, items);
  return { status: 200, body: { tokens: items.map((token) => presentToken(token, facts)), pagination } };
}

function createdResponse(description: string): ResponseShape {
  const headers = { location: "URL of the token." };
  return { description, schema: TokenSchema, example: exampleToken, headers };
}

function locationOf({ valueType }: Token): { readonly location: string } {
  return { location: `/tokens/${valueType}` };
}
