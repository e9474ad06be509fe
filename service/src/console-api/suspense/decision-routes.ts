import Type, { type Static } from "typebox";
import { matchPayment, returnHeldPayment, showPayment } from "../../admin/index.ts";
import { type ApiRequest, bodyOf, type Route } from "../../http/route.ts";
import { IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { findAnyPayment, returnReasons } from "../../payments/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consoleTag } from "../console-tag.ts";
import { isHeldForSender, paymentSubject } from "../held/held-subject.ts";
import { confirmRelease, forgetRequest, withdrawRequest } from "../held/second-person.ts";
import { TargetTypeSchema, targetTypes } from "./candidate-answer.ts";
import { suspensePath } from "./reading-routes.ts";
import { requireInbound } from "./require-inbound.ts";
import { HeldPaymentSchema, lookAround, presentHeld } from "./suspense-answer.ts";

/** What a person does about held money: look who sent it, give it to somebody, or send it back. */
export function decisionRoutes(deps: ConsoleDeps): readonly Route[] {
  return [senderRoute(deps), matchRoute(deps), withdrawRoute(deps), returnRoute(deps)];
}

const maxReasonLength = 500;
const ReasonSchema = Type.String({
  minLength: 1,
  maxLength: maxReasonLength,
  pattern: "\\S",
  description: "Why, for the audit log. Names of people do not belong there.",
});

const SenderSchema = named(
  "PaymentSender",
  Type.Object({
    name: nullableString(),
    bank_name: nullableString(),
    bank_routing_number: nullableString(),
    reference: nullableString({ description: "What the sender wrote." }),
    imad: nullableString(),
    trace_number: nullableString(),
  }),
);

function senderRoute(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${suspensePath}/{payment_id}/sender`,
    operationId: "discloseSender",
    tag: consoleTag,
    summary: "Show who sent a held payment",
    description: "In full, so it is kept who has looked.",
    access: { permission: "suspense.disclose" },
    answers: { 200: { description: "What the bank told of the sender.", schema: SenderSchema } },
    refusals: ["not_found"],
    work: {
      kind: "command",
      handle: async (request) => {
        const id = request.params["payment_id"] ?? "";
        requireInbound(await findAnyPayment(deps, deps.database, id));
        const whole = await showPayment(adminFor(deps, request), id);
        const body: Static<typeof SenderSchema> = {
          name: whole.senderName ?? null,
          bank_name: whole.senderBankName ?? null,
          bank_routing_number: whole.senderBankRoutingNumber ?? null,
          reference: whole.reference ?? null,
          imad: whole.imad ?? null,
          trace_number: whole.traceNumber ?? null,
        };
        return { status: 200, body };
      },
    },
  };
}

const MatchSchema = strictObject({ type: TargetTypeSchema, id: IdSchema, reason: ReasonSchema });

function matchRoute(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${suspensePath}/{payment_id}/match`,
    operationId: "matchSuspensePayment",
    tag: consoleTag,
    summary: "Give a held payment to whom it is for",
    description:
      "What is held for its sender and above the amount that one person may let go is kept as a request at first, and " +
      "stays held until another person gives it to the same one, too.",
    access: { permission: "suspense.decide", isSensitive: true },
    body: { schema: MatchSchema },
    answers: { 200: { description: "The payment as it is now.", schema: HeldPaymentSchema } },
    refusals: ["not_found", "conflict", "unprocessable"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { type, id: subject, reason } = bodyOf(MatchSchema, request);
        const id = request.params["payment_id"] ?? "";
        const to = `${targetTypes[type]}/${subject}`;
        await matchPayment(adminFor(deps, request), {
          id,
          to,
          reason,
          confirm: async (tx, held) =>
            !isHeldForSender(held) || confirmRelease(deps, tx, paymentSubject(held, to), { request, reason }),
        });
        return answerWith(deps, request);
      },
    },
  };
}

const WithdrawalSchema = strictObject({ reason: ReasonSchema });

function withdrawRoute(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${suspensePath}/{payment_id}/withdraw-match`,
    operationId: "withdrawSuspenseMatch",
    tag: consoleTag,
    summary: "Withdraw a match that waits for a second person",
    description: "Whoever asked for it may, and everybody else who could have let it go.",
    access: { permission: "suspense.decide", isSensitive: true },
    body: { schema: WithdrawalSchema },
    answers: { 200: { description: "The payment, held as before.", schema: HeldPaymentSchema } },
    refusals: ["not_found", "conflict"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { reason } = bodyOf(WithdrawalSchema, request);
        const id = request.params["payment_id"] ?? "";
        requireInbound(await findAnyPayment(deps, deps.database, id));
        await withdrawRequest(deps, request, { type: "payment", id, reason });
        return answerWith(deps, request);
      },
    },
  };
}

const codes = Object.keys(returnReasons) as readonly (keyof typeof returnReasons)[];
const ReturnSchema = strictObject({ code: Type.Enum([...codes]), reason: ReasonSchema });

function returnRoute(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${suspensePath}/{payment_id}/return`,
    operationId: "returnSuspensePayment",
    tag: consoleTag,
    summary: "Send a held payment back to its sender",
    access: { permission: "suspense.decide", isSensitive: true },
    body: { schema: ReturnSchema },
    answers: { 200: { description: "The payment, on its way back.", schema: HeldPaymentSchema } },
    refusals: ["not_found", "conflict"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { code, reason } = bodyOf(ReturnSchema, request);
        const id = request.params["payment_id"] ?? "";
        await returnHeldPayment(adminFor(deps, request), {
          id,
          code,
          reason,
          also: (tx, held) => forgetRequest(tx, paymentSubject(held, undefined)),
        });
        return answerWith(deps, request);
      },
    },
  };
}

/** As it is now; a payment of nobody is of its owner's tenant from then on. */
async function answerWith(deps: ConsoleDeps, request: ApiRequest) {
  const id = request.params["payment_id"] ?? "";
  const payment = requireInbound(await findAnyPayment(deps, deps.database, id));
  return { status: 200, body: presentHeld(payment, await lookAround(deps, request, [payment])) };
}
