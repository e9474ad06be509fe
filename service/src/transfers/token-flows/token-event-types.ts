import Type, { type TSchema } from "typebox";
import { ChainSchema } from "../../addresses/index.ts";
import { defineEventType, type EventType } from "../../events/index.ts";
import { IdSchema, named } from "../../http/schemas.ts";
import { shownAmountPattern } from "../../kernel/money.ts";
import { TokenFailureSchema, tokenScale } from "../../tokens/index.ts";
import type { TokenResource, TransferStatus } from "../transfer.ts";

/** Nothing cancels a token resource. */
type TokenStatus = Exclude<TransferStatus, "canceled">;
type TypesOfResource = Readonly<Record<TokenStatus, EventType>>;

const EndSchema = named("EventTokenEnd", Type.Object({ address_id: IdSchema, transfer_type: ChainSchema }));
const source = { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFH", transfer_type: "base" };
const destination = { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFJ", transfer_type: "base" };

/** Event type by resource and status. */
export const tokenEventTypeOf: Readonly<Record<TokenResource, TypesOfResource>> = {
  token_transfer: {
    pending: defineEventType<TSchema>({
      type: "token.transfer.created",
      summary: "A token transfer was created.",
      ...described("pending", { source, destination }),
    }),
    complete: defineEventType<TSchema>({
      type: "token.transfer.completed",
      summary: "A token transfer is `complete`: the tokens are at their destination.",
      ...described("complete", { source, destination }),
    }),
    failed: defineEventType<TSchema>({
      type: "token.transfer.failed",
      summary: "A token transfer failed: the tokens are back at the source.",
      ...described("failed", { source, destination }),
    }),
  },
  token_mint: {
    pending: defineEventType<TSchema>({
      type: "token.mint.created",
      summary: "A mint was created.",
      ...described("pending", { destination }),
    }),
    complete: defineEventType<TSchema>({
      type: "token.mint.completed",
      summary: "A mint is `complete`: the tokens are at their destination.",
      ...described("complete", { destination }),
    }),
    failed: defineEventType<TSchema>({
      type: "token.mint.failed",
      summary: "A mint failed: no tokens were minted.",
      ...described("failed", { destination }),
    }),
  },
  token_burn: {
    pending: defineEventType<TSchema>({
      type: "token.burn.created",
      summary: "A burn was created.",
      ...described("pending", { source }),
    }),
    complete: defineEventType<TSchema>({
      type: "token.burn.completed",
      summary: "A burn is `complete`: the tokens no longer exist.",
      ...described("complete", { source }),
    }),
    failed: defineEventType<TSchema>({
      type: "token.burn.failed",
      summary: "A burn failed: no tokens were burned.",
      ...described("failed", { source }),
    }),
  },
};

export const tokenFlowEventTypes: readonly EventType[] = Object.values(tokenEventTypeOf).flatMap((types) =>
  Object.values(types),
);

function described(status: TokenStatus, ends: Readonly<Record<string, object>>) {
  const endSchemas = Object.fromEntries(Object.keys(ends).map((end) => [end, EndSchema]));
  return {
    schema: Type.Object({ ...dataOf(status), ...endSchemas }),
    example: { ...exampleOf(status), ...ends },
  };
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
    failure: status === "failed" ? { reason: "paused", detail: "the token is paused on this chain" } : null,
  };
}
