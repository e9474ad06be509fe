import Type, { type Static } from "typebox";
import { type StreetAddress, StreetAddressSchema } from "../accounts/index.ts";
import { DateTimeSchema, IdSchema, named } from "../http/schemas.ts";
import { formatInstant } from "../kernel/instant.ts";
import {
  type Address,
  addressKinds,
  addressStatuses,
  bankVerifications,
  ownerships,
  prenoteStatuses,
  shownAddress,
} from "./address.ts";
import { maskAccountNumber } from "./bank/account-number.ts";
import { accountTypes, type BankDetails, holderTypes } from "./bank/bank-details.ts";
import { displayNameOf } from "./bank/read-bank-account.ts";
import { TransferTypeSchema } from "./transfer-type.ts";

const item = {
  id: IdSchema,
  status: Type.Enum([...addressStatuses], {
    description: "An archived address remains readable but cannot be used for anything new.",
  }),
  name: Type.String({ description: "Display name; for a bank without one, the owner of the account." }),
  address: Type.String({ description: "On-chain address. Empty for banks." }),
  transfer_types: Type.Array(TransferTypeSchema, {
    description: "Chains or bank rails that it can be used with.",
  }),
  type: Type.Enum([...addressKinds], {
    description: "`internal` addresses are custodial, `external` ones are not.",
  }),
  created: DateTimeSchema,
  owner: Type.Optional(Type.String({ description: "Banks only: owner of the account." })),
  account_number: Type.Optional(
    Type.String({
      description: "Banks only: masked except for the last four characters.",
      examples: ["****7890"],
    }),
  ),
  routing_number: Type.Optional(Type.String({ description: "Banks only: ABA routing number." })),
  account_type: Type.Optional(Type.Enum([...accountTypes], { description: "Banks only." })),
  ownership: Type.Optional(
    Type.Union([Type.Null(), Type.Enum([...ownerships])], {
      description:
        "External addresses only: `self_owned` if it is the account's own, `customer_owned` if a customer of the account " +
        "has it; null if it was not stated.",
    }),
  ),
  holder_type: Type.Optional(
    Type.Union([Type.Null(), Type.Enum([...holderTypes])], {
      description:
        "Banks only: whether an individual or a business holds the account; null if it was not stated.",
    }),
  ),
  needs_update: Type.Optional(
    Type.Boolean({
      description:
        "Banks only: the owner must renew the link, the bank has sent corrected account data, or the account cannot be " +
        "debited because a return ended the authorization; linking or verifying it again clears it.",
    }),
  ),
  verification: Type.Optional(
    Type.Enum([...bankVerifications], {
      description:
        "Linked banks only: status of the ownership verification. The account can be debited when it is " +
        "`verified`.",
    }),
  ),
  prenote: Type.Optional(
    Type.Enum([...prenoteStatuses], {
      description:
        "Banks with a prenote only: the account can be used by ACH when its prenote is `accepted`, three banking days " +
        "after the prenote settles.",
    }),
  ),
};

export const AddressItemSchema = named(
  "AddressItem",
  Type.Object(item, { description: "A source or destination of value." }),
);

const nullableAddress = (description: string) =>
  Type.Optional(Type.Union([StreetAddressSchema, Type.Null()], { description }));

export const AddressSchema = named(
  "Address",
  Type.Object(
    {
      ...item,
      bank_address: nullableAddress("Banks only: address of the bank; null if unknown."),
      beneficiary_address: nullableAddress("Banks only: address of the owner; null if unknown."),
      last_updated: DateTimeSchema,
    },
    { description: "A source or destination of value, with all details." },
  ),
);

export const exampleItem: Static<typeof AddressItemSchema> = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  status: "active",
  name: "Ethereum and Base",
  address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  transfer_types: ["ethereum", "base"],
  type: "internal",
  created: "2026-11-15T10:51:12.000Z",
};

export const exampleAddress: Static<typeof AddressSchema> = {
  ...exampleItem,
  last_updated: "2026-11-15T10:51:12.000Z",
};

export const exampleBank: Static<typeof AddressSchema> = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  status: "active",
  name: "Supplier",
  address: "",
  transfer_types: ["ach_credit", "same_day_ach_credit"],
  type: "external",
  created: "2026-11-15T10:51:12.000Z",
  owner: "Acme Supplies LLC",
  account_number: "****7890",
  routing_number: "021000021",
  account_type: "checking",
  ownership: "customer_owned",
  holder_type: "business",
  needs_update: false,
  bank_address: null,
  beneficiary_address: null,
  last_updated: "2026-11-15T10:51:12.000Z",
};

export function presentItem(
  address: Address,
  bank: BankDetails | undefined,
): Static<typeof AddressItemSchema> {
  return {
    id: address.id,
    status: address.status,
    name: displayNameOf(address, bank),
    address: address.medium === "chain" ? shownAddress(address) : "",
    transfer_types: [...address.transferTypes],
    type: address.kind,
    created: formatInstant(address.createdAt),
    ...(address.kind === "external" ? { ownership: address.ownership ?? null } : {}),
    ...(bank === undefined ? {} : presentBank(bank)),
    ...presentVerification(address),
  };
}

export function presentAddress(
  address: Address,
  bank: BankDetails | undefined,
): Static<typeof AddressSchema> {
  return {
    ...presentItem(address, bank),
    ...(bank === undefined
      ? {}
      : {
          bank_address: presentStreet(bank.bankAddress),
          beneficiary_address: presentStreet(bank.beneficiaryAddress),
        }),
    last_updated: formatInstant(address.updatedAt),
  };
}

/** The account number is returned masked. */
function presentBank(bank: BankDetails) {
  return {
    owner: bank.owner,
    account_number: maskAccountNumber(bank.accountNumber),
    routing_number: bank.routingNumber,
    account_type: bank.accountType,
    holder_type: bank.holderType ?? null,
    needs_update: bank.needsUpdate ?? false,
  };
}

function presentVerification(address: Address) {
  if (address.medium === "chain") return {};
  const { verification, prenote } = address;
  return {
    ...(verification === undefined ? {} : { verification }),
    ...(prenote === undefined ? {} : { prenote }),
  };
}

function presentStreet(address: StreetAddress | undefined): Static<typeof StreetAddressSchema> | null {
  if (address === undefined) return null;
  const { streetLine1, streetLine2, city, state, zip, country } = address;
  const second = streetLine2 === undefined ? {} : { street_line_2: streetLine2 };
  return { street_line_1: streetLine1, ...second, city, state, zip, country };
}
