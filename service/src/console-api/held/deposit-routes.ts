import Type from "typebox";
import { releaseHeldDeposit } from "../../admin/index.ts";
import { PageQuerySchema, PaginationSchema } from "../../http/paging.ts";
import { type ApiRequest, sessionUserOf } from "../../http/route.ts";
import { named } from "../../http/schemas.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { findDeposit, heldDeposits } from "../../tokens/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, consoleList, consolePath, endpoints } from "../console-route.ts";
import { DecisionBody, DualApprovalAboveSchema, dualApprovalAbove } from "./decision-body.ts";
import { confirmRelease, withdrawRequest } from "./dual-approval.ts";
import { type HeldDepositReader, HeldDepositSchema, presentHeldDeposits } from "./held-response.ts";
import { depositSubject } from "./held-subject.ts";

const heldPath = `${consolePath}/held/deposits`;

const ListSchema = named(
  "HeldDepositList",
  Type.Object({
    deposits: Type.Array(HeldDepositSchema),
    dual_approval_above: DualApprovalAboveSchema,
    pagination: PaginationSchema,
  }),
);

const decision = {
  access: { permission: "held.decide", confirmation: "always" },
  body: { schema: DecisionBody },
  response: { description: "The updated deposit.", schema: HeldDepositSchema },
  refusals: ["not_found", "conflict"],
} as const;

/** A deposit can't be rejected: its tokens are on the chain and in custody, and stay held until released. */
export const heldDepositRoutes = endpoints<ConsoleDeps>([
  (deps) =>
    consoleList(`GET ${heldPath}`, {
      operationId: "listHeldDeposits",
      summary: "List held deposits",
      description: "Tokens received from a sanctioned address, of all tenants, oldest first.",
      access: { permission: "held.read" },
      query: PageQuerySchema,
      response: { description: "A page of held deposits.", schema: ListSchema },
      list: {
        session: deps.database,
        rows: heldDeposits,
        filters: () => ({}),
        name: "held-deposits",
        present: (deposits, request) => presentHeldDeposits(readerOf(deps, request), deposits),
        around: () => ({ dual_approval_above: dualApprovalAbove(deps) }),
      },
    }),
  commandEndpoint(`POST ${heldPath}/{deposit_id}/release`, {
    ...decision,
    operationId: "releaseHeldDeposit",
    summary: "Release a held deposit",
    description:
      "Credits the tokens to their address. Above the dual approval threshold, the first release is stored as a " +
      "request, and the deposit stays `held` until another user releases it.",
    handle: async (request, deps) => {
      const { reason } = request.body;
      await releaseHeldDeposit(adminFor(deps, request), {
        id: depositIn(request),
        reason: reason.trim(),
        confirm: (tx, deposit) => confirmRelease(deps, tx, depositSubject(deposit), { request, reason }),
      });
      return response(deps, request);
    },
  }),
  commandEndpoint(`POST ${heldPath}/{deposit_id}/withdraw-release`, {
    ...decision,
    // Moves nothing: the money stays held.
    access: { permission: "held.decide", isSensitive: true },
    operationId: "withdrawDepositRelease",
    summary: "Withdraw a pending release",
    description: "Allowed for the requester and for every user who could approve it.",
    handle: async (request, deps) => {
      const { reason } = request.body;
      await withdrawRequest(deps, request, { type: "deposit", id: depositIn(request), reason });
      return response(deps, request);
    },
  }),
]);

function depositIn(request: ApiRequest): string {
  return request.params["deposit_id"] ?? "";
}

async function response(deps: ConsoleDeps, request: ApiRequest) {
  const deposit = await findDeposit(deps.database, depositIn(request));
  if (deposit === undefined) throw new RefusalError(refuse("not_found", "there is no deposit with this id"));
  const [body] = await presentHeldDeposits(readerOf(deps, request), [deposit]);
  return body;
}

function readerOf({ database, screener, config }: ConsoleDeps, request: ApiRequest): HeldDepositReader {
  const { userId } = sessionUserOf(request);
  return { database, screener, userId, dualApprovalAboveCents: config.dualApprovalAboveCents };
}
