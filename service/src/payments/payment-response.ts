import Type, { type Static } from "typebox";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import { railSystems } from "../rails/rail.ts";
import { paymentDirections, paymentStatuses } from "./payment.ts";
import { isAwaitingDecision, type StoredPayment, shownStatus } from "./stored-payment.ts";

const waitingReasons = ["sender_review", "amount_mismatch", "unmatched", "disabled"] as const;

const DetailsSchema = named(
  "PaymentDetails",
  Type.Object(
    {
      received_at: nullableString({
        format: "date-time",
        description: "Inbound only: when the bank received it.",
      }),
      sender_name: nullableString({
        description: "Inbound only: the sender's name, as reported by their bank.",
      }),
      sender_bank_name: nullableString(),
      sender_bank_routing_number: nullableString(),
      payment_reference: nullableString({ description: "Remittance information from the sender." }),
      imad: nullableString({ description: "Wires only: the Fedwire reference (IMAD)." }),
      trace_number: nullableString({ description: "ACH only: the trace number of the entry." }),
      reason: Type.Union(
        [
          Type.Null(),
          Type.Object({
            code: Type.String({
              description: "A reason code of the rail, such as R01 or AC04, or one of Florin.",
            }),
            text: Type.String(),
          }),
          Type.Enum([...waitingReasons], {
            description:
              "Why an incoming payment waits for a decision: its sender is reviewed, its transfer expects another " +
              "amount, it matches no transfer or automation, or its automation does not accept it.",
          }),
        ],
        { description: "Why the payment failed, was returned, or waits for a decision; otherwise null." },
      ),
    },
    { description: "Details from the bank. A field is null if the bank did not report it, or not yet." },
  ),
);

export const PaymentSchema = named(
  "Payment",
  Type.Object(
    {
      id: IdSchema,
      status: Type.Enum([...paymentStatuses], {
        description:
          "`pending`, then `complete`, `failed` or `returned`. A complete payment can still be returned. An incoming " +
          "payment that waits for a decision is `pending`, with the reason in `details`; it is `complete` when it is " +
          "credited.",
      }),
      amount: Type.Object({
        value: Type.String({ description: "A decimal string.", examples: ["250.00"] }),
        currency: Type.String({ examples: ["USD"] }),
      }),
      direction: Type.Enum([...paymentDirections], {
        description: "An ACH debit is `inbound`: it pulls money in.",
      }),
      type: Type.Enum([...railSystems]),
      inserted_at: DateTimeSchema,
      updated_at: DateTimeSchema,
      transfer_id: nullableString({ description: "The transfer that the payment belongs to." }),
      automation_id: nullableString({ description: "The automation that received the payment." }),
      details: DetailsSchema,
    },
    { description: "A movement of dollars through a bank." },
  ),
);

export function presentPayment(payment: StoredPayment): Static<typeof PaymentSchema> {
  const { id, direction, type, links } = payment;
  return {
    id,
    status: shownStatus(payment),
    amount: { value: formatAmount({ units: payment.amountCents, asset: usd }), currency: usd.code },
    direction,
    type,
    inserted_at: formatInstant(payment.insertedAt),
    updated_at: formatInstant(payment.updatedAt),
    transfer_id: links.transferId ?? null,
    automation_id: links.automationId ?? null,
    details: {
      ...presentDetails(payment),
      reason: presentReason(payment),
    },
  };
}

function presentReason(payment: StoredPayment) {
  const { reason } = payment;
  if (isAwaitingDecision(payment)) return waitingReasonOf(payment);
  return reason === undefined ? null : { code: reason.code, text: reason.text };
}

/** Clients do not learn what a sender is reviewed for. */
function waitingReasonOf({ hold, owner }: StoredPayment): (typeof waitingReasons)[number] {
  switch (hold?.reason) {
    case "sanctioned_sender":
    case "unnamed_sender":
      return "sender_review";
    case "amount_mismatch":
      return "amount_mismatch";
    case "refused":
      return owner?.name === "automations" ? "disabled" : "unmatched";
    case "return_failed":
      return hold.screening === undefined ? "unmatched" : "sender_review";
    case "unmatched":
    case "contradictory":
    case undefined:
      return "unmatched";
  }
}

function presentDetails({ details }: StoredPayment) {
  return {
    received_at: timeOrNull(details.receivedAt),
    sender_name: details.senderName ?? null,
    sender_bank_name: details.senderBankName ?? null,
    sender_bank_routing_number: details.senderBankRoutingNumber ?? null,
    payment_reference: details.paymentReference ?? null,
    imad: details.imad ?? null,
    trace_number: details.traceNumber ?? null,
  };
}

function timeOrNull(instant: Instant | undefined): string | null {
  return instant === undefined ? null : formatInstant(instant);
}

export const examplePayment: Static<typeof PaymentSchema> = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  status: "complete",
  amount: { value: "250.00", currency: "USD" },
  direction: "inbound",
  type: "wire",
  inserted_at: "2026-11-15T10:51:12.000Z",
  updated_at: "2026-11-15T10:51:12.000Z",
  transfer_id: null,
  automation_id: "01JD7Q2M8W3T5V6X9YZABCDEFH",
  details: {
    received_at: "2026-11-15T10:51:10.000Z",
    sender_name: "Wilhelmina Vanderquack",
    sender_bank_name: "First Bank of Larkspur",
    sender_bank_routing_number: "021000021",
    payment_reference: "Invoice 17",
    imad: "20261115MMQFMP9B000017",
    trace_number: null,
    reason: null,
  },
};
