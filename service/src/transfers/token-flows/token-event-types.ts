import Type from "typebox";
import { ChainSchema } from "../../addresses/index.ts";
import { defineEventType, type EventType } from "../../events/index.ts";
import { IdSchema, named } from "../../http/schemas.ts";
import { shownAmountPattern } from "../../kernel/money.ts";
import { TokenFailureSchema, tokenScale } from "../../tokens/index.ts";
import type { TokenResource, TransferStatus } from "../transfer.ts";

const EndSchema = named("EventTokenEnd", Type.Object({ address_id: IdSchema, transfer_type: ChainSchema }));
const sourceExample = { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFH", transfer_type: "base" as const };
const destinationExample = { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFJ", transfer_type: "base" as const };
const failure = { reason: "paused" as const, detail: "the token is paused on this chain" };

/** Nothing cancels a token resource. */
export type TokenStatus = Exclude<TransferStatus, "canceled">;
type TypesOfResource = Readonly<Record<TokenStatus, EventType>>;

/** Event type by resource and status. */
export const tokenEventTypeOf: Readonly<Record<TokenResource, TypesOfResource>> = {
  token_transfer: {
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
  token_mint: {
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
  token_burn: {
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

export const tokenFlowEventTypes: readonly EventType[] = Object.values(tokenEventTypeOf).flatMap((types) =>
  Object.values(types),
);

function transferData(status: TokenStatus) {
  return Type.Object({ ...dataOf(status), source: EndSchema, destination: EndSchema });
}

function mintData(status: TokenStatus) {
  return Type.Object({ ...dataOf(status), destination: EndSchema });
}

function burnData(status: TokenStatus) {
  return Type.Object({ ...dataOf(status), source: EndSchema });
}

function dataOf(status: TokenStatus) {
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
    failure: status === "failed" ? TokenFailureSchema : Type.Null({ description: "Always null." }),
  };
}

function exampleOf(status: TokenStatus) {
  return {
    id: "01JD7Q8H2V4W6Y8ZBDFHKMNPQR",
    account_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
    status,
    amount: "250.00",
    value_type: "ACME",
    failure: status === "failed" ? failure : null,
  };
}
