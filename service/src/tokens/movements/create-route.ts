import type { Transaction } from "../../db/database.ts";
import { type ApiRequest, type ApiResponse, causeOf, principalOf, type Route } from "../../http/route.ts";
import { assert } from "../../kernel/assert.ts";
import type { TenantId } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { type CreateMovementsDeps, createMovements, type MovementRequest } from "./create-movements.ts";
import type { Movement } from "./movement.ts";
import { presentCreated } from "./movement-response.ts";
import { movementTag } from "./movement-tag.ts";
import type { MovementResource } from "./resource.ts";

export function createRoute(deps: CreateMovementsDeps, resource: MovementResource): Route {
  const { kind, plural, name } = resource;
  return {
    method: "POST",
    path: `/accounts/{account_id}/tokens/${plural}`,
    operationId: `create${name}`,
    tag: movementTag,
    summary: `Create a token ${kind}`,
    description: `${resource.description} Events: \`token.${kind}.created\`, then \`token.${kind}.completed\` or \`token.${kind}.failed\`.`,
    access: { scope: resource.scope },
    body: { schema: resource.request, example: resource.examples.request },
    responses: {
      201: {
        description: `The ${kind}, \`pending\`.`,
        schema: resource.created,
        example: resource.examples.created,
        headers: { location: `URL of the ${kind}.` },
      },
    },
    refusals: [
      "not_found",
      "not_a_tokenization_account",
      "network_not_supported",
      "address_not_found",
      "address_not_allowed",
      "unprocessable",
      ...(kind === "mint" ? [] : ["insufficient_balance" as const]),
    ],
    work: {
      kind: "batch",
      handle: (tx, tenantId, requests) => createMany(deps, resource, { tx, tenantId, requests }),
    },
  };
}

interface Batch {
  readonly tx: Transaction;
  readonly tenantId: TenantId;
  readonly requests: readonly ApiRequest[];
}

/** Refuses invalid requests individually; the valid ones continue as one batch. */
async function createMany(
  deps: CreateMovementsDeps,
  resource: MovementResource,
  { tx, tenantId, requests }: Batch,
): Promise<readonly (ApiResponse | Refusal)[]> {
  const read = requests.map((request) => readRequest(resource, request));
  const readable = read.filter((item): item is MovementRequest => !isRefusal(item));
  const outcomes = await createMovements(deps, tx, tenantId, readable);
  const byRequest = new Map(readable.map((item, index) => [item, outcomes[index]]));
  return read.map((item) => {
    if (isRefusal(item)) return item;
    const outcome = byRequest.get(item);
    assert(outcome !== undefined, "each request has its outcome");
    return isRefusal(outcome) ? outcome : responseOf(resource, outcome);
  });
}

function readRequest(resource: MovementResource, request: ApiRequest): MovementRequest | Refusal {
  const principal = principalOf(request);
  const requestedMovement = resource.read(request, principal.network);
  if (isRefusal(requestedMovement)) return requestedMovement;
  const accountId = request.params["account_id"] ?? "";
  return { principal, accountId, requestedMovement, cause: causeOf(request) };
}

function responseOf({ plural }: MovementResource, movement: Movement): ApiResponse {
  const location = `/accounts/${movement.accountId}/tokens/${plural}/${movement.id}`;
  return { status: 201, body: presentCreated(movement), headers: { location } };
}
