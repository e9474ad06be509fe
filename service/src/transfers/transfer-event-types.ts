import Type from "typebox";
import { defineEventType, type EventType } from "../events/index.ts";
import { IdSchema } from "../http/schemas.ts";
import { shownAmountPattern } from "../kernel/money.ts";
import { tokenScale } from "../tokens/index.ts";
import { FailureSchema } from "./failure-response.ts";
import type { TransferStatus } from "./transfer.ts";

/** Event type for each status a transfer reaches. */
export const eventTypeOf: Readonly<Record<TransferStatus, EventType>> = {
  pending: defineEventType({
    type: "transfer.created",
    summary: "A transfer was created.",
    schema: Type.Object(dataOf("pending")),
    example: exampleOf("pending"),
  }),
  complete: defineEventType({
    type: "transfer.completed",
    summary: "A transfer is `complete`: the destination has received the value.",
    schema: Type.Object(dataOf("complete")),
    example: exampleOf("complete"),
  }),
  failed: defineEventType({
    type: "transfer.failed",
    summary:
      "A transfer failed. Can follow `transfer.completed`, because a payout can be returned after the transfer is " +
      "complete.",
    schema: Type.Object({
      ...dataOf("failed"),
      failure: Type.Union([Type.Null(), FailureSchema], {
        description: "Null if there is no structured reason; check for null first.",
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
      { description: "Amount as given in the request." },
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
