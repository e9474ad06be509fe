import { createdBetween } from "../../kit/list/date-range.ts";
import { transferTypeNames } from "../../kit/transfer-type-words.ts";
import { type TransferType, transferStatuses } from "./transfer.ts";

/** Filters and order of the transfer list, as URL parameters. */
export const filterDefaults = {
  status: "",
  account: "",
  transfer_type: "",
  value_type: "",
  from: "",
  to: "",
  search: "",
  sort: "-created_at",
} as const satisfies Readonly<Record<string, string>>;

export type TransferFilter = Readonly<Record<keyof typeof filterDefaults, string>>;

const sorts = ["-created_at", "created_at", "-amount", "amount"] as const;

/** The filters as API query parameters. Empty and unknown values are dropped. */
export function queryOf(filter: TransferFilter) {
  const status = transferStatuses.find((known) => known === filter.status);
  const transferType = transferTypeNames<TransferType>().find((known) => known === filter.transfer_type);
  const search = filter.search.trim();
  return {
    ...(status === undefined ? {} : { status }),
    ...(filter.account === "" ? {} : { account_id: filter.account }),
    ...(transferType === undefined ? {} : { transfer_type: transferType }),
    ...(filter.value_type.length < 2 ? {} : { value_type: filter.value_type.toUpperCase() }),
    ...createdBetween(filter),
    ...(search === "" ? {} : { search }),
  };
}

/** Undefined for the default order. */
export function sortOf({ sort }: TransferFilter) {
  return sort === filterDefaults.sort ? undefined : sorts.find((known) => known === sort);
}
