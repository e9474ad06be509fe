import Type from "typebox";
import { complain, type Reading } from "../accounts/index.ts";
import type { Ownership } from "./address.ts";
import { type HolderType, holderTypes } from "./bank/bank-details.ts";

/** Accepted spellings; the values of older clients are holder types. */
const ownershipSpellings = {
  self_owned: "self_owned",
  customer_owned: "customer_owned",
  "self-owned": "self_owned",
  "customer-owned": "customer_owned",
  first_party: "self_owned",
  third_party: "customer_owned",
} as const satisfies Readonly<Record<string, Ownership>>;

export const OwnershipRequestSchema = Type.Enum(
  [...(Object.keys(ownershipSpellings) as (keyof typeof ownershipSpellings)[]), ...holderTypes],
  {
    description:
      "Whose the address is: `self_owned` (also `self-owned`, `first_party`) if it is the account's own, " +
      "`customer_owned` (also `customer-owned`, `third_party`) if a customer of the account has it. The older values " +
      "`individual` and `business` mean `holder_type`, and are only for bank accounts.",
  },
);

export const HolderTypeSchema = Type.Enum([...holderTypes], {
  description:
    "Bank accounts: whether an individual or a business holds it. ACH entries of individuals are `PPD`, others `CCD`.",
});

export interface OwnershipRequest {
  readonly ownership?: keyof typeof ownershipSpellings | HolderType | undefined;
  readonly holder_type?: HolderType | undefined;
}

export interface ReadOwnership {
  readonly ownership: Ownership | undefined;
  readonly holderType: HolderType | undefined;
}

/** Ownership and holder type in their canonical form. */
export function readOwnership(
  reading: Reading,
  { ownership, holder_type: stated }: OwnershipRequest,
): ReadOwnership {
  if (ownership !== "individual" && ownership !== "business") {
    return {
      ownership: ownership === undefined ? undefined : ownershipSpellings[ownership],
      holderType: stated,
    };
  }
  const isContradiction = stated !== undefined && stated !== ownership;
  const outcome = isContradiction
    ? complain("contradicts ownership, which states the holder type, too")
    : ownership;
  return { ownership: undefined, holderType: reading.take("/holder_type", outcome, ownership) };
}
