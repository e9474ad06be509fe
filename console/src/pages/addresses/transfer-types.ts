import { chainFamilies, railNames } from "../../kit/transfer-type-words.ts";
import type { ChainType, TransferType } from "./address.ts";

/** Chains of one family share addresses. */
export function addressFamilies() {
  return chainFamilies<ChainType>();
}

/** Rails that pay a bank account. */
export function payoutRails(): readonly TransferType[] {
  return railNames(({ is_destination }) => is_destination);
}

/** Linked bank accounts can also be debited. Rails that need street addresses are not available through a link. */
export function linkedRails(): readonly TransferType[] {
  return railNames(({ is_linkable }) => is_linkable);
}
