import { auditing } from "../audit/index.ts";
import { type Address, shownAddress } from "./address.ts";

/** Without the owner of a bank account. */
export const auditAddress = auditing<Address>((address) => ({
  type: address.kind,
  name: address.name,
  status: address.status,
  transfer_types: address.transferTypes.join(" "),
  ownership: address.ownership,
  ...(address.medium === "chain"
    ? { address: shownAddress(address) }
    : {
        verification: address.verification,
        prenote: address.prenote,
        debit_block: address.debitBlockCode,
      }),
}));
