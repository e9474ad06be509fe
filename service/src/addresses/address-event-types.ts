import Type from "typebox";
import { defineEventType, type EventType, type NewEvent, newEvent } from "../events/index.ts";
import { DateTimeSchema, IdSchema } from "../http/schemas.ts";
import { formatInstant } from "../kernel/instant.ts";
import type { BankAddress } from "./address.ts";

const correctable = ["account_number", "routing_number", "account_type"] as const;
export type CorrectableField = (typeof correctable)[number];

const updated = defineEventType({
  type: "address.updated",
  summary:
    "The receiving bank sent a notification of change for a bank address, returned its prenote, or returned a debit with " +
    "a code that ends the authorization. Corrected data are stored and used from now on; if `needs_update` is true, the " +
    "owner must check or link the bank account again. Then it is also sent to the `customer_webhook_url` of its link.",
  schema: Type.Object({
    id: IdSchema,
    account_id: IdSchema,
    changed: Type.Array(Type.Enum([...correctable]), {
      description: "Corrected fields; none if the owner must check the bank account.",
    }),
    needs_update: Type.Boolean(),
    reason: Type.Object({
      code: Type.String({ description: "Change code or return code of Nacha.", examples: ["C01"] }),
      text: Type.String(),
    }),
    updated_at: DateTimeSchema,
  }),
  example: {
    id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
    account_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
    changed: ["account_number"],
    needs_update: false,
    reason: { code: "C01", text: "Incorrect account number" },
    updated_at: "2026-11-15T10:51:12.000Z",
  },
});

/** Beyond those of the specification. */
export const addressEventTypes: readonly EventType[] = [updated];

export interface AddressUpdate {
  readonly address: BankAddress;
  readonly changed: readonly CorrectableField[];
  readonly needsUpdate: boolean;
  readonly reason: { readonly code: string; readonly text: string };
}

export function updatedEvent({ address, changed, needsUpdate, reason }: AddressUpdate): NewEvent {
  const { code, text } = reason;
  return newEvent(updated, address.accountId, {
    id: address.id,
    account_id: address.accountId,
    changed: [...changed],
    needs_update: needsUpdate,
    reason: { code, text },
    updated_at: formatInstant(address.updatedAt),
  });
}
