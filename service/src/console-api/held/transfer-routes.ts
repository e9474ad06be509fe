import Type from "typebox";
import { rejectHeldTransfer, releaseHeldTransfer } from "../../admin/index.ts";
import { PageQuerySchema, PaginationSchema } from "../../http/paging.ts";
import { type ApiRequest, sessionUserOf } from "../../http/route.ts";
import { named } from "../../http/schemas.ts";
import { transfersNeedingAction } from "../../transfers/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, consoleList, consolePath, endpoints, readEndpoint } from "../console-route.ts";
import { buildTimeline, requireTransfer, TimelineSchema } from "../transfers/timeline-routes.ts";
import { DecisionBody, DualApprovalAboveSchema, dualApprovalAbove } from "./decision-body.ts";
import { confirmRelease, forgetRequest, withdrawRequest } from "./dual-approval.ts";
import { type HeldTransferReader, HeldTransferSchema, presentHeldTransfers } from "./held-response.ts";
import { transferSubject } from "./held-subject.ts";

const heldPath = `${consolePath}/held/transfers`;

const ListSchema = named(
  "HeldTransferList",
  Type.Object({
    transfers: Type.Array(HeldTransferSchema),
    dual_approval_above: DualApprovalAboveSchema,
    pagination: PaginationSchema,
  }),
);

const ShownSchema = Type.Object({ transfer: Type.Union([Type.Null(), HeldTransferSchema]) });

const decision = {
  access: { permission: "held.decide", confirmation: "always" },
  body: { schema: DecisionBody },
  response: { description: "The updated transfer.", schema: HeldTransferSchema },
  refusals: ["not_found", "conflict", "insufficient_liquidity", "insufficient_balance"],
} as const;

export const heldTransferRoutes = endpoints<ConsoleDeps>([
  (deps) =>
    consoleList(`GET ${heldPath}`, {
      operationId: "listHeldTransfers",
      summary: "List held transfers",
      description:
        "Transfers with a sanctions match, and outflows of accounts that owe, of all tenants, oldest first.",
      access: { permission: "held.read" },
      query: PageQuerySchema,
      response: { description: "A page of held transfers.", schema: ListSchema },
      list: {
        session: deps.database,
        rows: transfersNeedingAction,
        filters: () => ({ step: "held", resources: ["transfer"] }) as const,
        name: "held-transfers",
        present: (transfers, request) => presentHeldTransfers(readerOf(deps, request), transfers),
        around: () => ({ dual_approval_above: dualApprovalAbove(deps) }),
      },
    }),
  readEndpoint(`GET ${heldPath}/{transfer_id}`, {
    operationId: "getHeldTransfer",
    summary: "Get a held transfer",
    access: { permission: "held.read" },
    response: { description: "The transfer; null if it is not held.", schema: ShownSchema },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const transfer = await requireTransfer(deps, request);
      const held = transfer.state.step === "held" ? [transfer] : [];
      const [shown = null] = await presentHeldTransfers(readerOf(deps, request), held);
      return { transfer: shown };
    },
  }),
  readEndpoint(`GET ${heldPath}/{transfer_id}/timeline`, {
    operationId: "getHeldTransferTimeline",
    summary: "Get the timeline of a transfer, for operators",
    description: "The client's timeline plus holds, decisions and their reasons.",
    access: { permission: "held.read" },
    response: { description: "The transfer and its timeline.", schema: TimelineSchema },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const transfer = await requireTransfer(deps, request);
      return buildTimeline(deps, transfer, "operator");
    },
  }),
  commandEndpoint(`POST ${heldPath}/{transfer_id}/release`, {
    ...decision,
    operationId: "releaseHeldTransfer",
    summary: "Release a held transfer",
    description:
      "The transfer continues. Above the dual approval threshold, the first release is stored as a request, and the " +
      "transfer stays `held` until another user releases it.",
    handle: async (request, deps) => {
      const { reason } = request.body;
      await releaseHeldTransfer(adminFor(deps, request), {
        id: transferIn(request),
        reason,
        confirm: (tx, transfer) => confirmRelease(deps, tx, transferSubject(transfer), { request, reason }),
      });
      return response(deps, request);
    },
  }),
  commandEndpoint(`POST ${heldPath}/{transfer_id}/reject`, {
    ...decision,
    operationId: "rejectHeldTransfer",
    summary: "Reject a held transfer",
    description: "The transfer fails, and its hold is released. One user is enough.",
    handle: async (request, deps) => {
      await rejectHeldTransfer(adminFor(deps, request), {
        id: transferIn(request),
        reason: request.body.reason,
        confirm: (tx, transfer) => forgetRequest(tx, transferSubject(transfer), request),
      });
      return response(deps, request);
    },
  }),
  commandEndpoint(`POST ${heldPath}/{transfer_id}/withdraw-release`, {
    ...decision,
    // Moves nothing: the money stays held.
    access: { permission: "held.decide", isSensitive: true },
    operationId: "withdrawTransferRelease",
    summary: "Withdraw a pending release",
    description: "Allowed for the requester and for every user who could approve it.",
    handle: async (request, deps) => {
      const { reason } = request.body;
      await withdrawRequest(deps, request, { type: "transfer", id: transferIn(request), reason });
      return response(deps, request);
    },
  }),
]);

function transferIn(request: ApiRequest): string {
  return request.params["transfer_id"] ?? "";
}

async function response(deps: ConsoleDeps, request: ApiRequest) {
  const transfer = await requireTransfer(deps, request);
  const [body] = await presentHeldTransfers(readerOf(deps, request), [transfer]);
  return body;
}

function readerOf(
  { database, keyRing, screener, config }: ConsoleDeps,
  request: ApiRequest,
): HeldTransferReader {
  const { userId } = sessionUserOf(request);
  return { database, keyRing, screener, userId, dualApprovalAboveCents: config.dualApprovalAboveCents };
}
