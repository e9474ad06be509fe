import Type, { type Static } from "typebox";
import { maxTextLength, StreetAddressSchema } from "../accounts/index.ts";
import { named, strictObject } from "../http/schemas.ts";
import { creditRails } from "../rails/rail.ts";
import { addressStatuses } from "./address.ts";
import { accountTypes } from "./bank/bank-details.ts";
import { namesOf } from "./bank/credit-rail.ts";
import { HolderTypeSchema, OwnershipRequestSchema } from "./ownership.ts";
import { AddressTransferTypeSchema, ChainRequestSchema } from "./transfer-type.ts";

/** Limits of one request; the specification defines none. */
const maxTransferTypes = 16;
/** Longer than an address on any chain. */
export const maxAddressLength = 128;
export const maxNumberLength = 64;

const text = (description: string, options: object = {}) =>
  Type.String({ maxLength: maxTextLength, description, ...options });

/** Maximum length of a list of transfer types: each once. */
export const several = { minItems: 1, maxItems: maxTransferTypes, uniqueItems: true };

export const NewInternalAddressSchema = named(
  "CreateInternalAddressRequest",
  strictObject(
    {
      name: text("Display name.", { examples: ["Payroll"] }),
      transfer_types: Type.Array(ChainRequestSchema, {
        ...several,
        description:
          "Chains of one family: `ethereum` and `base` share an address; other chains cannot be combined.",
      }),
    },
    { description: "An additional custodial address." },
  ),
);

/**
 * Both variants in one schema: `external-variant.ts` determines the variant and what is missing, with errors that name
 * the deciding fields.
 */
export const NewExternalAddressSchema = named(
  "CreateExternalAddressRequest",
  strictObject(
    {
      name: Type.Optional(
        text(
          "Display name. Required for the blockchain variant; defaults to the last digits for a bank account.",
          { examples: ["Supplier"] },
        ),
      ),
      transfer_types: Type.Array(AddressTransferTypeSchema, {
        ...several,
        description:
          `Blockchain variant: chains of one family. Bank variant: ${namesOf(creditRails)}; to debit a bank ` +
          "account, link it instead.",
      }),
      address: Type.Optional(
        Type.String({
          maxLength: maxAddressLength,
          description: "Blockchain variant: on-chain address.",
        }),
      ),
      owner: Type.Optional(
        text("Bank variant: owner of the bank account.", { examples: ["Acme Supplies LLC"] }),
      ),
      account_number: Type.Optional(
        Type.String({
          maxLength: maxNumberLength,
          description:
            "Bank variant: 4 to 17 letters and digits, optionally with spaces and dashes. Stored encrypted and " +
            "returned masked.",
        }),
      ),
      routing_number: Type.Optional(
        Type.String({
          maxLength: maxNumberLength,
          description: "Bank variant: ABA routing number.",
          examples: ["021000021"],
        }),
      ),
      account_type: Type.Optional(
        Type.Enum([...accountTypes], { description: "Bank variant: account type." }),
      ),
      ownership: Type.Optional(OwnershipRequestSchema),
      holder_type: Type.Optional(HolderTypeSchema),
      bank_address: Type.Optional(StreetAddressSchema),
      beneficiary_address: Type.Optional(StreetAddressSchema),
    },
    {
      description:
        "An external address, in one of two variants. Blockchain: `name`, `address`, `transfer_types`. Bank: " +
        "`owner`, `account_number`, `routing_number`, `account_type`, `transfer_types`, and optionally `name` and " +
        "`holder_type`. Both optionally have an `ownership`. " +
        "`bank_address` and `beneficiary_address` are required for `wire`.",
    },
  ),
);

export const AddressChangeSchema = named(
  "UpdateAddressRequest",
  strictObject(
    {
      name: Type.Optional(text("Display name.")),
      status: Type.Optional(
        Type.Enum([...addressStatuses], {
          description: "External addresses only. An archived address cannot be used for anything new.",
        }),
      ),
      additional_transfer_types: Type.Optional(
        Type.Array(AddressTransferTypeSchema, {
          ...several,
          description:
            "Another chain of the same family, or further bank rails; debit rails only for linked bank accounts.",
        }),
      ),
      bank_address: Type.Optional(StreetAddressSchema),
      beneficiary_address: Type.Optional(StreetAddressSchema),
    },
    { minProperties: 1, description: "The changes." },
  ),
);

export type NewInternalAddress = Static<typeof NewInternalAddressSchema>;
export type NewExternalAddress = Static<typeof NewExternalAddressSchema>;
export type AddressChange = Static<typeof AddressChangeSchema>;
