import Type, { type Static } from "typebox";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import { railSystems } from "../rails/rail.ts";
import { paymentDirections, paymentStatuses } from "./payment.ts";
import type { StoredPayment } from "./stored-payment.ts";

const DetailsSchema = named(
  "PaymentDetails",
  Type.Object(
    {
      received_at: nullableString({ format: "date-time", description: "Inbound: when the bank had it." }),
      sender_name: nullableString({ description: "Inbound: who sent it, as their bank says." }),
      sender_bank_name: nullableString(),
      sender_bank_routing_number: nullableString(),
      payment_reference: nullableString({ description: "What the sender wrote." }),
      imad: nullableString({ description: "Of a wire: the Fedwire reference." }),
      trace_number: nullableString({ description: "Of an ACH entry." }),
      reason: Type.Union(
        [
          Type.Null(),
          Type.Object({
            code: Type.String({ description: "A code of the rail, such as R01 or AC04, or one of ours." }),
            text: Type.String(),
          }),
        ],
        { description: "Why it failed or was returned; null unless it did." },
      ),
    },
    { description: "What the bank told; null is what it did not tell, or not yet." },
  ),
);

export const PaymentSchema = named(
  "Payment",
  Type.Object(
    {
      id: IdSchema,
      status: Type.Enum([...paymentStatuses], {
        description:
          "`pending`, then `complete`, `failed` or `returned`. One that was complete can still be returned. Money that " +
          "was sent to you is `complete` once the bank has it, also while a person has to look at it before it is used.",
      }),
      amount: Type.Object({
        value: Type.String({ description: "A decimal string.", examples: ["250.00"] }),
        currency: Type.String({ examples: ["USD"] }),
      }),
      direction: Type.Enum([...paymentDirections], {
        description: "A debit brings money in: it is `inbound`.",
      }),
      type: Type.Enum([...railSystems]),
      inserted_at: DateTimeSchema,
      updated_at: DateTimeSchema,
      transfer_id: nullableString({ description: "The transfer that it is part of." }),
      automation_id: nullableString({ description: "The automation that it came to." }),
      details: DetailsSchema,
    },
    { description: "Dollars that came by a bank, or left by one." },
  ),
);

export function presentPayment(payment: StoredPayment): Static<typeof PaymentSchema> {
  const { id, status, direction, type, links, reason } = payment;
  return {
    id,
    status,
    amount: { value: formatAmount({ units: payment.amountCents, asset: usd }), currency: usd.code },
    direction,
    type,
    inserted_at: formatInstant(payment.insertedAt),
    updated_at: formatInstant(payment.updatedAt),
    transfer_id: links.transferId ?? null,
    automation_id: links.automationId ?? null,
    details: {
      ...presentDetails(payment),
      reason: reason === undefined ? null : { code: reason.code, text: reason.text },
    },
  };
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
