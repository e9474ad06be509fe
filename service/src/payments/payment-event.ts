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
  summary: "A payment reached `complete`: dollars came by a bank, or left by one.",
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
      description: "A debit brings money in: it is `inbound`.",
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

/** `payment.completed`, as the specification has it, with the account beside it. Names of senders stay here. */
export function completedEvent(payment: Payment): NewEvent {
  const { id, accountId, status, direction, type } = payment;
  assert(accountId !== undefined, "only an account can be told");
  assert(status === "complete", "only of what is complete it is told");
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
