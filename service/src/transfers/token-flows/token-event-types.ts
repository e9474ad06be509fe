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
  token_transfer: eventTypes(
    "transfer",
    { source, destination },
    {
      pending: "A token transfer was created.",
      complete: "A token transfer is `complete`: the tokens are at their destination.",
      failed: "A token transfer failed: the tokens are back at the source.",
    },
  ),
  token_mint: eventTypes(
    "mint",
    { destination },
    {
      pending: "A mint was created.",
      complete: "A mint is `complete`: the tokens are at their destination.",
      failed: "A mint failed: no tokens were minted.",
    },
  ),
  token_burn: eventTypes(
    "burn",
    { source },
    {
      pending: "A burn was created.",
      complete: "A burn is `complete`: the tokens no longer exist.",
      failed: "A burn failed: no tokens were burned.",
    },
  ),
};

export const tokenFlowEventTypes: readonly EventType[] = Object.values(tokenEventTypeOf).flatMap((types) =>
  Object.values(types),
);

function eventTypes(
  kind: "transfer" | "mint" | "burn",
  ends: Readonly<Record<string, object>>,
  summaries: Readonly<Record<TokenStatus, string>>,
): TypesOfResource {
  const typeOf = (status: TokenStatus, verb: "created" | "completed" | "failed"): EventType =>
    defineEventType<TSchema>({
      type: `token.${kind}.${verb}`,
      summary: summaries[status],
      schema: Type.Object({
        ...dataOf(status),
        ...Object.fromEntries(Object.keys(ends).map((end) => [end, EndSchema])),
      }),
      example: { ...exampleOf(status), ...ends },
    });
  return {
    pending: typeOf("pending", "created"),
    complete: typeOf("complete", "completed"),
    failed: typeOf("failed", "failed"),
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
