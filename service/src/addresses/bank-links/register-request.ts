import Type from "typebox";
import { named, strictObject } from "../../http/schemas.ts";
import { several } from "../address-request.ts";
import { linkableRails, namesOf } from "../bank/credit-rail.ts";
import { HolderTypeSchema, OwnershipRequestSchema } from "../ownership.ts";
import { AddressTransferTypeSchema } from "../transfer-type.ts";
import { maxTokenLength } from "./link-token.ts";
import { maxUrlLength } from "./webhook-url.ts";

export const PublicTokenField = Type.String({
  maxLength: maxTokenLength,
  description: "The owner's public token.",
});

export const CustomerWebhookSchema = Type.String({
  maxLength: maxUrlLength,
  description:
    "Your customer's webhook URL for this bank account. It is checked like the URL of a webhook subscription.",
  examples: ["https://customer.example/hooks/bank"],
});

export const LinkedTypesField = Type.Optional(
  Type.Array(AddressTransferTypeSchema, {
    ...several,
    description:
      `${namesOf(linkableRails)}; not \`wire\`. Defaults to every rail that the provider of the link confirms, or to ` +
      "those of the renewed address.",
  }),
);

export const RegisterSchema = named(
  "RegisterLinkedAccountRequest",
  strictObject(
    {
      public_token: PublicTokenField,
      transfer_types: LinkedTypesField,
      ownership: Type.Optional(OwnershipRequestSchema),
      holder_type: Type.Optional(HolderTypeSchema),
      customer_webhook_url: Type.Optional(CustomerWebhookSchema),
    },
    { description: "A bank account picked by its owner." },
  ),
);

export const exampleRegistration = {
  public_token: "florin_public_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  transfer_types: ["ach_debit", "ach_credit"],
};
