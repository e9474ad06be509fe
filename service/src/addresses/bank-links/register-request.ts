import Type from "typebox";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { several } from "../address-request.ts";
import { linkableRails, namesOf } from "../bank/credit-rail.ts";
import { HolderTypeSchema, OwnershipRequestSchema } from "../ownership.ts";
import { AddressTransferTypeSchema } from "../transfer-type.ts";
import { maxTokenLength } from "./link-token.ts";
import type { CustomerWebhook } from "./provider.ts";
import { maxUrlLength } from "./webhook-url.ts";

export const PublicTokenField = Type.String({
  maxLength: maxTokenLength,
  description: "The owner's public token.",
});

export const CustomerWebhookSchema = Type.String({
  maxLength: maxUrlLength,
  description:
    "Your customer's webhook URL for this bank account: it gets the event `address.updated` of this address when its " +
    "`needs_update` becomes true. It is checked, signed and retried as a webhook subscription, and is one: see " +
    "`customer_webhook` of the response.",
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

/** Part of the response to a registration with a `customer_webhook_url` that is new. */
export const CustomerWebhookField = Type.Optional(
  Type.Object(
    {
      subscription_id: IdSchema,
      sharedSecret: Type.String({
        description:
          "The signing key: 32 bytes in base64url. Pass it on to your customer. Returned only this once; if it is lost, " +
          "rotate the secret of the subscription.",
      }),
    },
    { description: "With a new `customer_webhook_url`: its webhook subscription." },
  ),
);

export function presentCustomerWebhook(webhook: CustomerWebhook | undefined) {
  if (webhook === undefined) return {};
  const { subscriptionId, sharedSecret } = webhook;
  return { customer_webhook: { subscription_id: subscriptionId, sharedSecret } };
}

export const exampleRegistration = {
  public_token: "florin_public_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  transfer_types: ["ach_debit", "ach_credit"],
};
