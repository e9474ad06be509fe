import Type from "typebox";
import { matchPayment, returnHeldPayment, showPayment } from "../../admin/index.ts";
import { present } from "../../http/present.ts";
import type { ApiRequest } from "../../http/route.ts";
import { IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { findAnyPayment, returnReasons } from "../../payments/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, endpoints } from "../console-route.ts";
import { confirmRelease, forgetRequest, withdrawRequest } from "../held/dual-approval.ts";
import { isHeldForSender, paymentSubject } from "../held/held-subject.ts";
import { TargetTypeSchema, targetTypes } from "./candidate-response.ts";
import { suspensePath } from "./reading-routes.ts";
import { requireInbound } from "./require-inbound.ts";
import { HeldPaymentSchema, lookAround, presentHeld } from "./suspense-response.ts";

const maxReasonLength = 500;
const ReasonSchema = Type.String({
  minLength: 1,
  maxLength: maxReasonLength,
  pattern: "\\S",
  description: "Reason, for the audit log. Don't include personal names.",
});

const SenderSchema = named(
  "PaymentSender",
  Type.Object({
    name: nullableString(),
    bank_name: nullableString(),
    bank_routing_number: nullableString(),
    reference: nullableString({ description: "The sender's reference." }),
    imad: nullableString(),
    trace_number: nullableString(),
  }),
);

const MatchSchema = strictObject({ type: TargetTypeSchema, id: IdSchema, reason: ReasonSchema });

const WithdrawalSchema = strictObject({ reason: ReasonSchema });

const codes = Object.keys(returnReasons) as readonly (keyof typeof returnReasons)[];
const ReturnSchema = strictObject({ code: Type.Enum([...codes]), reason: ReasonSchema });

/** Operations on a held payment: show the sender, match it, or return it. */
export const suspenseDecisionRoutes = endpoints<ConsoleDeps>([
  commandEndpoint(`POST ${suspensePath}/{payment_id}/sender`, {
    operationId: "discloseSender",
    summary: "Get the sender of a held payment",
    description: "Unmasked; access is recorded in the audit log.",
    access: { permission: "suspense.disclose" },
    response: { description: "Sender details from the bank.", schema: SenderSchema },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const id = request.params["payment_id"] ?? "";
      requireInbound(await findAnyPayment(deps, deps.database, id));
      const { details } = await showPayment(adminFor(deps, request), id);
      return present(SenderSchema, {
        ...details,
        name: details.senderName,
        bankName: details.senderBankName,
        bankRoutingNumber: details.senderBankRoutingNumber,
        reference: details.paymentReference,
      });
    },
  }),
  commandEndpoint(`POST ${suspensePath}/{payment_id}/match`, {
    operationId: "matchSuspensePayment",
    summary: "Match a held payment",
    description:
      "If the payment is held for its sender and above the dual approval threshold, the first match is a request, " +
      "and the payment stays held until another user matches it to the same owner.",
    access: { permission: "suspense.decide", confirmation: "always" },
    body: { schema: MatchSchema },
    response: { description: "The updated payment.", schema: HeldPaymentSchema },
    refusals: ["not_found", "conflict", "unprocessable"],
    handle: async (request, deps) => {
      const { type, id: subject, reason } = request.body;
      const id = request.params["payment_id"] ?? "";
      const to = `${targetTypes[type]}/${subject}`;
      await matchPayment(adminFor(deps, request), {
        id,
        to,
        reason,
        confirm: async (tx, held) =>
          !isHeldForSender(held) || confirmRelease(deps, tx, paymentSubject(held, to), { request, reason }),
      });
      return respondWith(deps, request);
    },
  }),
  commandEndpoint(`POST ${suspensePath}/{payment_id}/withdraw-match`, {
    operationId: "withdrawSuspenseMatch",
    summary: "Withdraw a pending match",
    description: "Allowed for the requester and for every user who could approve it.",
    access: { permission: "suspense.decide", isSensitive: true },
    body: { schema: WithdrawalSchema },
    response: { description: "The held payment.", schema: HeldPaymentSchema },
    refusals: ["not_found", "conflict"],
    handle: async (request, deps) => {
      const { reason } = request.body;
      const id = request.params["payment_id"] ?? "";
      requireInbound(await findAnyPayment(deps, deps.database, id));
      await withdrawRequest(deps, request, { type: "payment", id, reason });
      return respondWith(deps, request);
    },
  }),
  commandEndpoint(`POST ${suspensePath}/{payment_id}/return`, {
    operationId: "returnSuspensePayment",
    summary: "Return a held payment to its sender",
    access: { permission: "suspense.decide", confirmation: "always" },
    body: { schema: ReturnSchema },
    response: { description: "The payment, being returned.", schema: HeldPaymentSchema },
    refusals: ["not_found", "conflict"],
    handle: async (request, deps) => {
      const { code, reason } = request.body;
      const id = request.params["payment_id"] ?? "";
      await returnHeldPayment(adminFor(deps, request), {
        id,
        code,
        reason,
        also: (tx, held) => forgetRequest(tx, paymentSubject(held, undefined), request),
      });
      return respondWith(deps, request);
    },
  }),
]);

/** The current payment; once matched, it belongs to its owner's tenant. */
async function respondWith(deps: ConsoleDeps, request: ApiRequest) {
  const id = request.params["payment_id"] ?? "";
  const payment = requireInbound(await findAnyPayment(deps, deps.database, id));
  return presentHeld(payment, await lookAround(deps, request, [payment]));
}
