import Type from "typebox";
import { ChainSchema } from "../../addresses/index.ts";
import { defineEventType, type EventType } from "../../events/index.ts";
import { IdSchema, named } from "../../http/schemas.ts";
import { shownAmountPattern } from "../../kernel/money.ts";
import { FailureSchema } from "../failure-response.ts";
import { tokenScale } from "../token.ts";
import type { MovementKind, MovementStatus } from "./movement.ts";

const EndSchema = named("EventTokenEnd", Type.Object({ address_id: IdSchema, transfer_type: ChainSchema }));
const sourceExample = { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFH", transfer_type: "base" as const };
const destinationExample = { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFJ", transfer_type: "base" as const };
const failure = { reason: "paused" as const, detail: "the token is paused on this chain" };

type TypesOfKind = Readonly<Record<MovementStatus, EventType>>;

/** Event type by kind and status. */
export const eventTypeOf: Readonly<Record<MovementKind, TypesOfKind>> = {
  transfer: {
    pending: defineEventType({
      type: "token.transfer.created",
      summary: "A token transfer was created.",
      schema: transferData("pending"),
      example: { ...exampleOf("pending"), source: sourceExample, destination: destinationExample },
    }),
    complete: defineEventType({
      type: "token.transfer.completed",
      summary: "A token transfer is `complete`: the tokens are at their destination.",
      schema: transferData("complete"),
      example: { ...exampleOf("complete"), source: sourceExample, destination: destinationExample },
    }),
    failed: defineEventType({
      type: "token.transfer.failed",
      summary: "A token transfer failed: the tokens are back at the source.",
      schema: transferData("failed"),
      example: { ...exampleOf("failed"), source: sourceExample, destination: destinationExample },
    }),
  },
  mint: {
    pending: defineEventType({
      type: "token.mint.created",
      summary: "A mint was created.",
      schema: mintData("pending"),
      example: { ...exampleOf("pending"), destination: destinationExample },
    }),
    complete: defineEventType({
      type: "token.mint.completed",
      summary: "A mint is `complete`: the tokens are at their destination.",
      schema: mintData("complete"),
      example: { ...exampleOf("complete"), destination: destinationExample },
    }),
    failed: defineEventType({
      type: "token.mint.failed",
      summary: "A mint failed: no tokens were minted.",
      schema: mintData("failed"),
      example: { ...exampleOf("failed"), destination: destinationExample },
    }),
  },
  burn: {
    pending: defineEventType({
      type: "token.burn.created",
      summary: "A burn was created.",
      schema: burnData("pending"),
      example: { ...exampleOf("pending"), source: sourceExample },
    }),
    complete: defineEventType({
      type: "token.burn.completed",
      summary: "A burn is `complete`: the tokens no longer exist.",
      schema: burnData("complete"),
      example: { ...exampleOf("complete"), source: sourceExample },
    }),
    failed: defineEventType({
      type: "token.burn.failed",
      summary: "A burn failed: no tokens were burned.",
      schema: burnData("failed"),
      example: { ...exampleOf("failed"), source: sourceExample },
    }),
  },
};

export const movementEventTypes: readonly EventType[] = Object.values(eventTypeOf).flatMap((types) =>
  Object.values(types),
);

function transferData(status: MovementStatus) {
  return Type.Object({ ...dataOf(status), source: EndSchema, destination: EndSchema });
}

function mintData(status: MovementStatus) {
  return Type.Object({ ...dataOf(status), destination: EndSchema });
}

function burnData(status: MovementStatus) {
  return Type.Object({ ...dataOf(status), source: EndSchema });
}

function dataOf(status: MovementStatus) {
  return {
    id: IdSchema,
    account_id: IdSchema,
    status: Type.Literal(status),
    amount: Type.String({
      pattern: shownAmountPattern(tokenScale),
      description: "A decimal string.",
      examples: ["250.00"],
    }),
    value_type: Type.String({ description: "Value type of the token." }),
    failure: status === "failed" ? FailureSchema : Type.Null({ description: "Always null." }),
  };
}

function exampleOf(status: MovementStatus) {
  return {
    id: "01JD7Q8H2V4W6Y8ZBDFHKMNPQR",
    account_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
    status,
    amount: "250.00",
    value_type: "ACME",
    failure: status === "failed" ? failure : null,
  };
}
