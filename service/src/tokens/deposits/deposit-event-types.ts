import Type from "typebox";
import { ChainSchema } from "../../addresses/index.ts";
import { defineEventType, type EventType } from "../../events/index.ts";
import { IdSchema, nullableString } from "../../http/schemas.ts";
import { shownAmountPattern } from "../../kernel/money.ts";
import { tokenScale } from "../token.ts";

const deposit = {
  id: IdSchema,
  account_id: IdSchema,
  address_id: IdSchema,
  amount: Type.String({
    pattern: shownAmountPattern(tokenScale),
    description: "A decimal string.",
    examples: ["250.00"],
  }),
  value_type: Type.String({ description: "Value type of the token." }),
  transfer_type: ChainSchema,
  transaction_id: Type.String({ description: "Blockchain transaction." }),
  sender: nullableString({
    description: "Blockchain address; null if the chain does not report a single sender.",
  }),
};

const example = {
  id: "01JD7Q9J3W5X7Z9ACEGJKMNPQS",
  account_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  address_id: "01JD7Q2M8W3T5V6X9YZABCDEFH",
  amount: "250.00",
  value_type: "FUSD",
  transfer_type: "base" as const,
  transaction_id: "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060",
  sender: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
};

export const depositCompleted = defineEventType({
  type: "deposit.completed",
  summary: "Tokens were deposited to an address of the account and are available.",
  schema: Type.Object({ ...deposit, status: Type.Literal("complete") }),
  example: { ...example, status: "complete" },
});

export const depositHeld = defineEventType({
  type: "deposit.held",
  summary:
    "Tokens were deposited but are held for review because of their sender. `deposit.completed` follows if they are " +
    "released.",
  schema: Type.Object({ ...deposit, status: Type.Literal("held") }),
  example: { ...example, status: "held" },
});

export const depositEventTypes: readonly EventType[] = [depositCompleted, depositHeld];
