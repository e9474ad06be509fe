import { auditing } from "../audit/index.ts";
import { type Automation, memoOf, transferTypeOf, valueTypeOf } from "./automation.ts";

export const auditAutomation = auditing<Automation>(
  ({ name, status, source, destination, brandAccountId }) => ({
    name,
    status,
    source_value_type: valueTypeOf(source),
    source_transfer_type: source.medium === "bank" ? null : source.chain,
    source_address_id: source.medium === "bank" ? null : (source.addressId ?? null),
    destination_address_id: destination.addressId,
    destination_value_type: valueTypeOf(destination),
    destination_transfer_type: transferTypeOf(destination),
    destination_memo: memoOf(destination)?.value ?? null,
    brand_account_id: brandAccountId ?? null,
  }),
);
