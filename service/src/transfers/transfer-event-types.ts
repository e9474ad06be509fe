import Type from "typebox";
import { defineEventType, type EventType } from "../events/index.ts";
import { IdSchema } from "../http/schemas.ts";
import { shownAmountPattern } from "../kernel/money.ts";
import { tokenScale } from "../tokens/index.ts";
import { FailureSchema } from "./failure-answer.ts";
import type { TransferStatus } from "./transfer.ts";

/** What becomes of a transfer, by the status that it reaches. */
export const eventTypeOf: Readonly<Record<TransferStatus, EventType>> = {
  pending: defineEventType({
    type: "transfer.created",
    summary: "A transfer was created.",
    schema: Type.Object(dataOf("pending")),
    example: exampleOf("pending"),
  }),
  complete: defineEventType({
    type: "transfer.completed",
    summary: "A transfer reached `complete`: the value has arrived.",
    schema: Type.Object(dataOf("complete")),
    example: exampleOf("complete"),
  }),
  failed: defineEventType({
    type: "transfer.failed",
    summary:
      "A transfer reached `failed`. A payout that its bank returns fails after it was complete, so this can follow on " +
      "`transfer.completed`.",
    schema: Type.Object({
      ...dataOf("failed"),
      failure: Type.Union([Type.Null(), FailureSchema], {
        description: "Null where there is no structured reason: look before you read what is in it.",
      }),
    }),
    example: { ...exampleOf("failed"), failure: failureExample() },
  }),
  canceled: defineEventType({
    type: "transfer.canceled",
    summary: "A transfer was canceled before anything was sent.",
    schema: Type.Object(dataOf("canceled")),
    example: exampleOf("canceled"),
  }),
};

export const transferEventTypes: readonly EventType[] = Object.values(eventTypeOf);

function dataOf<Status extends TransferStatus>(status: Status) {
  return {
    id: IdSchema,
    account_id: IdSchema,
    status: Type.Literal(status),
    amount: Type.Object(
      {
        value: Type.String({
          pattern: shownAmountPattern(tokenScale),
          description: "A decimal string.",
          examples: ["250.00"],
        }),
        currency: Type.String({ examples: ["USD"] }),
      },
      { description: "As the request named it." },
    ),
  };
}

function exampleOf<Status extends TransferStatus>(status: Status) {
  return {
    id: "01JD7Q4D8Q0R2T4V6X8ZBDFHJK",
    account_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
    status,
    amount: { value: "250.00", currency: "USD" },
  };
}

function failureExample() {
  return {
    type: "ach_return" as const,
    occurred_at: "2026-11-15T10:51:12.000Z",
    retriable: true,
    ach_return: { code: "R01", reason: "Insufficient funds", category: "insufficient_funds" as const },
  };
}
