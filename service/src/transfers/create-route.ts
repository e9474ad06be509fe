import type { Transaction } from "../db/database.ts";
import { type Answer, type ApiRequest, bodyOf, causeOf, principalOf, type Route } from "../http/route.ts";
import { assert } from "../kernel/assert.ts";
import type { TenantId } from "../kernel/id.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import type { Accepted } from "./accept-transfers.ts";
import { type CreateTransfersDeps, createTransfers } from "./create-transfers.ts";
import type { Asked } from "./facts.ts";
import { nothingAround, presentTransfer, TransferSchema } from "./transfer-answer.ts";
import { requestExample, transferExample } from "./transfer-examples.ts";
import { readTransfer, TransferRequestSchema } from "./transfer-request.ts";
import { transferTag } from "./transfer-tag.ts";

export function createTransferRoute(deps: CreateTransfersDeps): Route {
  return {
    method: "POST",
    path: "/accounts/{account_id}/transfers",
    operationId: "createTransfer",
    tag: transferTag,
    summary: "Create a transfer",
    description:
      "Moves value from a source to a destination; `GET /routes` lists what can be combined. A wire as the source needs " +
      "no `address_id`: the answer says in `wire_instructions` where to send the money, and the transfer is canceled " +
      "when it has not come after ten banking days. What is taken from a custodial address is set aside at once.",
    access: { scope: "transfers:write" },
    body: { schema: TransferRequestSchema, example: requestExample },
    answers: {
      201: {
        description: "The transfer, pending.",
        schema: TransferSchema,
        example: transferExample,
        headers: { location: "Where the transfer is." },
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
    work: { kind: "batch", handle: (tx, tenantId, requests) => createMany(deps, tx, tenantId, requests) },
  };
}

/** What cannot be read is refused by itself; the rest goes on together. */
async function createMany(
  deps: CreateTransfersDeps,
  tx: Transaction,
  tenantId: TenantId,
  requests: readonly ApiRequest[],
): Promise<readonly (Answer | Refusal)[]> {
  const read = requests.map(readAsked);
  const readable = read.filter((one): one is Asked => !isRefusal(one));
  const outcomes = await createTransfers(deps, tx, tenantId, readable);
  const byRequest = new Map(readable.map((one, index) => [one, outcomes[index]]));
  return read.map((one) => {
    if (isRefusal(one)) return one;
    const outcome = byRequest.get(one);
    assert(outcome !== undefined, "each request has its outcome");
    return isRefusal(outcome) ? outcome : answerOf(outcome);
  });
}

/** A request as it came over the wire, or what is wrong with it whatever the facts are. */
export function readAsked(request: ApiRequest): Asked | Refusal {
  const principal = principalOf(request);
  const { tenantId, network } = principal;
  const wanted = readTransfer(bodyOf(TransferRequestSchema, request), network);
  if (isRefusal(wanted)) return wanted;
  const accountId = request.params["account_id"] ?? "";
  return { tenantId, network, accountId, wanted, cause: causeOf(request), asker: { principal } };
}

function answerOf({ transfer, instructions }: Accepted): Answer {
  const around =
    instructions === undefined
      ? nothingAround
      : { ...nothingAround, instructions: new Map([[transfer.id, instructions]]) };
  return {
    status: 201,
    body: presentTransfer(transfer, around),
    headers: { location: `/accounts/${transfer.accountId}/transfers/${transfer.id}` },
  };
}
