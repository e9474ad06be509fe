import {
  type ApiRequest,
  type ApiResponse,
  bodyOf,
  causeOf,
  type HandleBatch,
  principalOf,
  type Route,
} from "../http/route.ts";
import { transferTag } from "../http/tags.ts";
import { assert } from "../kernel/assert.ts";
import type { Network } from "../kernel/id.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import { type Accepted, type CreateTransfersDeps, createTransfers } from "./accept-transfers.ts";
import type { RequestedTransferInput } from "./facts.ts";
import { type RequireMemoDeps, refuseMissingMemo } from "./require-memo.ts";
import { nameSandboxBanks } from "./sandbox-destinations.ts";
import { requestExample, transferExample } from "./transfer-examples.ts";
import { type RequestedTransfer, readTransfer, TransferRequestSchema } from "./transfer-request.ts";
import { nothingAround, presentTransfer, TransferSchema } from "./transfer-response.ts";

export function createTransferRoute(deps: CreateTransfersDeps & RequireMemoDeps): Route {
  return {
    method: "POST",
    path: "/accounts/{account_id}/transfers",
    operationId: "createTransfer",
    tag: transferTag,
    summary: "Create a transfer",
    description:
      "Moves value from a source to a destination; `GET /routes` lists the supported combinations. A wire source takes " +
      "no `address_id`: the response returns `wire_instructions`, and the transfer is canceled if the wire has not been " +
      "received after ten banking days. An amount from a custodial address is put on hold immediately. On testnet an " +
      "off-ramp may omit `destination.address_id`: it goes to a bank account of the sandbox, which is added to the " +
      "account's addresses with the first one.",
    access: { scope: "transfers:write" },
    body: { schema: TransferRequestSchema, example: requestExample },
    responses: {
      201: {
        description: "The transfer, `pending`.",
        schema: TransferSchema,
        example: transferExample,
        headers: { location: "URL of the transfer." },
      },
    },
    refusals: [
      "not_found",
      "network_not_supported",
      "address_not_found",
      "unprocessable",
      "unsupported_route",
      "insufficient_balance",
      "insufficient_liquidity",
      "limit_exceeded",
    ],
    work: {
      kind: "batch",
      inquire: (request) => inquireMemo(deps, request, readBody),
      handle: createMany(deps, { read: readBody, responseOf }),
    },
  };
}

/** A refused request is refused with its own reason. */
export async function inquireMemo(
  deps: RequireMemoDeps,
  request: ApiRequest,
  read: CreatedResource["read"],
): Promise<Refusal | undefined> {
  const principal = principalOf(request);
  const requested = read(request, principal.network);
  return isRefusal(requested) ? undefined : refuseMissingMemo(deps, principal, requested.destination);
}

/** How a resource reads its requests and presents its transfers. */
export interface CreatedResource {
  read(request: ApiRequest, network: Network): RequestedTransfer | Refusal;
  responseOf(accepted: Accepted): ApiResponse;
}

/** Refuses invalid requests individually; the valid ones continue as one batch. */
export function createMany(deps: CreateTransfersDeps, resource: CreatedResource): HandleBatch {
  return async (tx, scope, requests) => {
    const read = requests.map((request) => readRequested(request, resource.read));
    const parsed = await nameSandboxBanks(deps, tx, read);
    const valid = parsed.filter((item): item is RequestedTransferInput => !isRefusal(item));
    const outcomes = await createTransfers(deps, tx, scope, valid);
    const byRequest = new Map(valid.map((item, index) => [item, outcomes[index]]));
    return parsed.map((item) => {
      if (isRefusal(item)) return item;
      const outcome = byRequest.get(item);
      assert(outcome !== undefined, "each request has its outcome");
      return isRefusal(outcome) ? outcome : resource.responseOf(outcome);
    });
  };
}

/** Parses a request; returns a refusal for errors that need no data to detect. */
export function readRequested(
  request: ApiRequest,
  read: CreatedResource["read"] = readBody,
): RequestedTransferInput | Refusal {
  const principal = principalOf(request);
  const { tenantId, network } = principal;
  const requestedTransfer = read(request, network);
  if (isRefusal(requestedTransfer)) return requestedTransfer;
  const accountId = request.params["account_id"] ?? "";
  const cause = causeOf(request);
  return { tenantId, network, accountId, requestedTransfer, cause, requester: { principal } };
}

function readBody(request: ApiRequest, network: Network): RequestedTransfer | Refusal {
  return readTransfer(bodyOf(TransferRequestSchema, request), network);
}

function responseOf({ transfer, instructions }: Accepted): ApiResponse {
  const related =
    instructions === undefined
      ? nothingAround
      : { ...nothingAround, instructions: new Map([[transfer.id, instructions]]) };
  return {
    status: 201,
    body: presentTransfer(transfer, related),
    headers: { location: `/accounts/${transfer.accountId}/transfers/${transfer.id}` },
    // Instructions hold a virtual account number.
    isSealed: instructions !== undefined,
  };
}
