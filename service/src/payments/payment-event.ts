import Type from "typebox";
import { defineEventType, type EventType, type NewEvent, newEvent } from "../events/index.ts";
import { DateTimeSchema, IdSchema } from "../http/schemas.ts";
import { assert } from "../kernel/assert.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount, shownAmountPattern, usd } from "../kernel/money.ts";
import { railSystems } from "../rails/rail.ts";
import { type Payment, paymentDirections } from "./payment.ts";

const completed = defineEventType({
  type: "payment.completed",
  summary: "A payment completed: its dollars were received or sent.",
  schema: Type.Object({
    id: IdSchema,
    account_id: IdSchema,
    status: Type.Literal("complete"),
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
  }),
  example: {
    id: "01JD7Q6F0S2T4W6Y8ZBDFHKMNP",
    account_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
    status: "complete",
    amount: { value: "250.00", currency: "USD" },
    direction: "inbound",
    type: "wire",
    inserted_at: "2026-11-15T10:51:12.000Z",
    updated_at: "2026-11-15T10:51:12.000Z",
  },
});

export const paymentEventTypes: readonly EventType[] = [completed];

/** `payment.completed`, as in the specification, plus the account. Sender names are not included. */
export function completedEvent(payment: Payment): NewEvent {
  const { id, accountId, status, direction, type } = payment;
  assert(accountId !== undefined, "the event needs an account");
  assert(status === "complete", "the event is for complete payments");
  return newEvent(completed, accountId, {
    id,
    account_id: accountId,
    status,
    amount: { value: formatAmount({ units: payment.amountCents, asset: usd }), currency: usd.code },
    direction,
    type,
    inserted_at: formatInstant(payment.insertedAt),
    updated_at: formatInstant(payment.updatedAt),
  });
}
