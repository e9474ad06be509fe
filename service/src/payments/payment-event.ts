import Type from "typebox";
import { defineEventType, type EventType, type NewEvent, newEvent } from "../events/index.ts";
import { DateTimeSchema, IdSchema } from "../http/schemas.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount, shownAmountPattern, usd } from "../kernel/money.ts";
import { railSystems } from "../rails/rail.ts";
import { type Payment, type PaymentStatus, paymentDirections } from "./payment.ts";
import type { ReturnedUpdate } from "./payments.ts";

const completed = defineEventType({
  type: "payment.completed",
  summary:
    "A payment completed: its dollars were credited or matched, or sent. It is not sent while an incoming payment is held.",
  schema: Type.Object(fieldsWith("complete")),
  example: exampleOf("complete"),
});

const returned = defineEventType({
  type: "payment.returned",
  summary:
    "The bank returned a payment. An ACH debit can be returned for weeks after it completed; if its money was used, " +
    "`transfer.reversed` follows.",
  schema: Type.Object({
    ...fieldsWith("returned"),
    was_complete: Type.Boolean({ description: "True if the payment was `complete` before." }),
    reason: Type.Object({
      code: Type.String({ description: "Return code of the rail.", examples: ["R10"] }),
      text: Type.String(),
    }),
  }),
  example: {
    ...exampleOf("returned"),
    type: "ach",
    was_complete: true,
    reason: {
      code: "R10",
      text: "The customer doesn't know the originator or didn't authorize the debit",
    },
  },
});

export const paymentEventTypes: readonly EventType[] = [completed];
/** Beyond those of the specification. */
export const returnEventTypes: readonly EventType[] = [returned];

/** `payment.completed`, as in the specification, plus the account. Sender names are not included. */
export function completedEvent(payment: Payment): NewEvent {
  assert(payment.status === "complete", "the event is for complete payments");
  return newEvent(completed, accountOf(payment), dataOf(payment, "complete"));
}

/** Published once, because a returned payment does not change any more. */
export function returnedEvent({ payment, reason, wasComplete }: ReturnedUpdate): NewEvent {
  assert(payment.status === "returned", "the event is for returned payments");
  const { code, text } = reason;
  const data = { ...dataOf(payment, "returned"), was_complete: wasComplete, reason: { code, text } };
  return newEvent(returned, accountOf(payment), data);
}

function accountOf({ accountId }: Payment): AccountId {
  assert(accountId !== undefined, "the event needs an account");
  return accountId;
}

function dataOf<Status extends PaymentStatus>(payment: Payment, status: Status) {
  const { id, direction, type } = payment;
  return {
    id,
    account_id: accountOf(payment),
    status,
    amount: { value: formatAmount({ units: payment.amountCents, asset: usd }), currency: usd.code },
    direction,
    type,
    inserted_at: formatInstant(payment.insertedAt),
    updated_at: formatInstant(payment.updatedAt),
  };
}

function fieldsWith<Status extends PaymentStatus>(status: Status) {
  return {
    id: IdSchema,
    account_id: IdSchema,
    status: Type.Literal(status),
    amount: Type.Object({
      value: Type.String({
        pattern: shownAmountPattern(usd.scale),
        description: "A decimal string.",
        examples: ["250.00"],
      }),
      currency: Type.Literal(usd.code),
    }),
    direction: Type.Enum([...paymentDirections], {
      description: "An ACH debit is `inbound`: it pulls money in.",
    }),
    type: Type.Enum([...railSystems]),
    inserted_at: DateTimeSchema,
    updated_at: DateTimeSchema,
  };
}

function exampleOf<Status extends PaymentStatus>(status: Status) {
  return {
    id: "01JD7Q6F0S2T4W6Y8ZBDFHKMNP",
    account_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
    status,
    amount: { value: "250.00", currency: "USD" },
    direction: "inbound" as const,
    type: "wire" as const,
    inserted_at: "2026-11-15T10:51:12.000Z",
    updated_at: "2026-11-15T10:51:12.000Z",
  };
}
