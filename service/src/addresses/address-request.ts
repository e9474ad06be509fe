import Type, { type Static } from "typebox";
import { maxTextLength, StreetAddressSchema } from "../accounts/index.ts";
import { named, strictObject } from "../http/schemas.ts";
import { addressStatuses } from "./address.ts";
import { accountTypes } from "./bank/bank-details.ts";
import { ChainRequestSchema, TransferTypeRequestSchema } from "./transfer-type.ts";

/** Limits on what one request may hold; the specification names none. */
const maxTransferTypes = 16;
/** Longer than an address of any chain. */
export const maxAddressLength = 128;
export const maxNumberLength = 64;

const text = (description: string, options: object = {}) =>
  Type.String({ maxLength: maxTextLength, description, ...options });

/** How many transfer types a list may name: each once. */
export const several = { minItems: 1, maxItems: maxTransferTypes, uniqueItems: true };

export const NewInternalAddressSchema = named(
  "CreateInternalAddressRequest",
  strictObject(
    {
      name: text("What you call the address.", { examples: ["Payroll"] }),
      transfer_types: Type.Array(ChainRequestSchema, {
        ...several,
        description: "Chains of one family: `ethereum` and `base` share an address, the others stand alone.",
      }),
    },
    { description: "One more custodial address." },
  ),
);

/**
 * The two variants in one shape: which of them a request is, and what it lacks, is said by `external-variant.ts` in words
 * that name the fields that decide.
 */
export const NewExternalAddressSchema = named(
  "CreateExternalAddressRequest",
  strictObject(
    {
      name: Type.Optional(
        text(
          "What you call the address. Required for the blockchain variant; a bank account is named by its last digits " +
            "if this is left out.",
          { examples: ["Supplier"] },
        ),
      ),
      transfer_types: Type.Array(TransferTypeRequestSchema, {
        ...several,
        description:
          "Blockchain variant: chains of one family. Bank variant: `wire`, `ach_credit`, `same_day_ach_credit`, " +
          "`rtp_credit`; to debit a bank account, link it instead.",
      }),
      address: Type.Optional(
        Type.String({
          maxLength: maxAddressLength,
          description: "Blockchain variant: the address on its chain.",
        }),
      ),
      owner: Type.Optional(
        text("Bank variant: who owns the bank account.", { examples: ["Acme Supplies LLC"] }),
      ),
      account_number: Type.Optional(
        Type.String({
          maxLength: maxNumberLength,
          description:
            "Bank variant: 4 to 17 letters and digits; blanks and dashes may stand between them. Kept sealed, and " +
            "shown masked.",
        }),
      ),
      routing_number: Type.Optional(
        Type.String({
          maxLength: maxNumberLength,
          description: "Bank variant: the ABA routing number.",
          examples: ["021000021"],
        }),
      ),
      account_type: Type.Optional(
        Type.Enum([...accountTypes], { description: "Bank variant: the kind of account." }),
      ),
      bank_address: Type.Optional(StreetAddressSchema),
      beneficiary_address: Type.Optional(StreetAddressSchema),
    },
    {
      description:
        "An address of somebody else, in one of two variants. Blockchain: `name`, `address`, `transfer_types`. Bank: " +
        "`owner`, `account_number`, `routing_number`, `account_type`, `transfer_types`, and optionally `name`; " +
        "`bank_address` and `beneficiary_address` are required when `wire` is in the list.",
    },
  ),
);

export const AddressChangeSchema = named(
  "UpdateAddressRequest",
  strictObject(
    {
      name: Type.Optional(text("What you call the address.")),
      status: Type.Optional(
        Type.Enum([...addressStatuses], {
          description: "External addresses only. An archived address cannot be used in anything new.",
        }),
      ),
      additional_transfer_types: Type.Optional(
        Type.Array(TransferTypeRequestSchema, {
          ...several,
          description:
            "A further chain of the same family, or further rails of a bank; debit rails only of one that is linked.",
        }),
      ),
    },
    { minProperties: 1, description: "What is to change." },
  ),
);

export type NewInternalAddress = Static<typeof NewInternalAddressSchema>;
export type NewExternalAddress = Static<typeof NewExternalAddressSchema>;
export type AddressChange = Static<typeof AddressChangeSchema>;
