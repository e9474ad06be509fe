import Type from "typebox";
import { defineEventType, type EventType } from "../events/index.ts";
import { IdSchema } from "../http/schemas.ts";
import { shownAmountPattern, usd } from "../kernel/money.ts";
import { tokenScale } from "../tokens/index.ts";
import { FailureSchema } from "./failure-response.ts";
import { type TransferStatus, transferStatuses } from "./transfer.ts";

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

/** Published when a debit is returned after its money was used. */
export const reversed: EventType = defineEventType({
  type: "transfer.reversed",
  summary:
    "The debit that funded a transfer was returned after it settled. The destination keeps the tokens, and the account " +
    "owes the amount: a claim is open.",
  schema: Type.Object({
    ...dataOf("complete"),
    status: Type.Enum([...transferStatuses], { description: "Unchanged by the return." }),
    failure: FailureSchema,
    claim: Type.Object({
      id: IdSchema,
      amount: Type.Object({
        value: Type.String({ pattern: shownAmountPattern(usd.scale), examples: ["250.00"] }),
        currency: Type.Literal(usd.code),
      }),
    }),
  }),
  example: {
    ...exampleOf("complete"),
    failure: failureExample("R10"),
    claim: { id: "01JD7QAV8T0V2X4Z6BDFHKMPRT", amount: { value: "250.00", currency: "USD" } },
  },
});

/** Published when a payout is sent again by another rail. */
export const rerouted: EventType = defineEventType({
  type: "transfer.rerouted",
  summary:
    "The beneficiary's bank could not take the payout of a transfer with `fallback`, and it is sent once more, by another " +
    "rail. The transfer stays `pending`.",
  schema: Type.Object({
    ...dataOf("pending"),
    requested_transfer_type: Type.String({ examples: ["rtp_credit"] }),
    transfer_type: Type.String({ examples: ["wire"] }),
    fallback_reason: Type.String({ description: "Reason code of the rejection.", examples: ["AG03"] }),
  }),
  example: {
    ...exampleOf("pending"),
    requested_transfer_type: "rtp_credit",
    transfer_type: "wire",
    fallback_reason: "AG03",
  },
});

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

function failureExample(code: "R01" | "R10" = "R01") {
  const common = { type: "ach_return" as const, occurred_at: "2026-11-15T10:51:12.000Z" };
  if (code === "R01") {
    const category = "insufficient_funds" as const;
    return { ...common, retriable: true, ach_return: { code, reason: "Insufficient funds", category } };
  }
  const reason = "The customer doesn't know the originator or didn't authorize the debit";
  return { ...common, retriable: false, ach_return: { code, reason, category: "unauthorized" as const } };
}
