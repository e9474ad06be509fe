import Type from "typebox";
import { listFailedTokenRefunds, retryFailedTokenRefund, retryRefund } from "../../admin/index.ts";
import { PageQuerySchema, PaginationSchema } from "../../http/paging.ts";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { type Transfer, transfersNeedingAction, viewTransfer } from "../../transfers/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, consoleList, consolePath, endpoints, readEndpoint } from "../console-route.ts";
import { maxHeldItems } from "./decision-body.ts";

const failedRefundPath = `${consolePath}/held/token-refunds`;
const unrefundedPath = `${consolePath}/held/refunds`;

const FailedRefundSchema = named(
  "UnrestoredTransfer",
  Type.Object({
    id: IdSchema,
    tenant_id: IdSchema,
    network: Type.Enum(["testnet", "mainnet"]),
    account_id: IdSchema,
    flow: Type.String(),
    amount: Type.String(),
    currency: Type.String(),
    status: Type.String(),
    step: Type.String({ description: "`refund_failed`, or `refunding` once the refund is in progress." }),
    source_transfer_type: Type.String(),
    source_value_type: Type.String(),
    destination_transfer_type: Type.String(),
    failure_type: nullableString(),
    created_at: DateTimeSchema,
    updated_at: DateTimeSchema,
  }),
);

const FailedTokenRefundSchema = named(
  "FailedTokenRefund",
  Type.Object({
    id: IdSchema,
    tenant_id: IdSchema,
    network: Type.Enum(["testnet", "mainnet"]),
    account_id: IdSchema,
    amount: Type.String(),
    value_type: Type.String(),
    updated_at: DateTimeSchema,
  }),
);

/** Failed refunds: tokens that are owed to a customer. */
export const failedRefundRoutes = endpoints<ConsoleDeps>([
  ({ database }) =>
    consoleList(`GET ${unrefundedPath}`, {
      operationId: "listFailedRefunds",
      summary: "List failed refunds",
      access: { permission: "held.read" },
      query: PageQuerySchema,
      response: {
        description: "Oldest first.",
        schema: Type.Object({ transfers: Type.Array(FailedRefundSchema), pagination: PaginationSchema }),
      },
      list: {
        session: database,
        rows: transfersNeedingAction,
        filters: () => ({ step: "refund_failed", resources: ["transfer"] }) as const,
        name: "failed-refunds",
        present: (transfers) => transfers.map(presentFailedRefund),
      },
    }),
  commandEndpoint(`POST ${unrefundedPath}/{transfer_id}/retry`, {
    operationId: "refundTransfer",
    summary: "Retry the refund of a failed transfer",
    access: { permission: "held.decide", confirmation: "always" },
    response: { description: "The updated transfer.", schema: FailedRefundSchema },
    refusals: ["not_found", "conflict", "insufficient_liquidity", "insufficient_balance"],
    handle: async (request, deps) => {
      const id = request.params["transfer_id"] ?? "";
      const transfer = await retryRefund(adminFor(deps, request), id);
      return presentFailedRefund(transfer);
    },
  }),
  readEndpoint(`GET ${failedRefundPath}`, {
    operationId: "listFailedTokenRefunds",
    summary: "List bridge transfers whose tokens were burned but could not be minted",
    access: { permission: "held.read" },
    response: {
      description: "Oldest first.",
      schema: Type.Object({ transfers: Type.Array(FailedTokenRefundSchema), is_complete: Type.Boolean() }),
    },
    handle: async (request, deps) => {
      const { items, isComplete } = await listFailedTokenRefunds(adminFor(deps, request));
      const transfers = items.slice(0, maxHeldItems).map(presentFailedTokenRefund);
      return { transfers, is_complete: isComplete && items.length <= maxHeldItems };
    },
  }),
  commandEndpoint(`POST ${failedRefundPath}/{transfer_id}/retry`, {
    operationId: "retryFailedTokenRefund",
    summary: "Refund a failed bridge transfer",
    description: "Mints the tokens on the source chain. First fix the cause, such as a paused token.",
    access: { permission: "held.decide", confirmation: "always" },
    response: { status: 204, description: "The refund is in progress." },
    refusals: ["not_found", "conflict"],
    handle: async (request, deps) => {
      await retryFailedTokenRefund(adminFor(deps, request), request.params["transfer_id"] ?? "");
    },
  }),
]);

function presentFailedRefund(transfer: Transfer) {
  const view = viewTransfer(transfer);
  return present(FailedRefundSchema, {
    ...view,
    sourceTransferType: view.source.transferType,
    sourceValueType: view.source.valueType,
    destinationTransferType: view.destination.transferType,
  });
}

function presentFailedTokenRefund(transfer: Transfer) {
  return present(FailedTokenRefundSchema, { ...viewTransfer(transfer), valueType: transfer.currency });
}
