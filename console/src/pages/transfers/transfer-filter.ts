import { transferTypeNames } from "../../kit/transfer-type-words.ts";
import { type TransferType, transferStatuses } from "./transfer.ts";

/** Filters of the transfer list, as URL parameters. */
export const filterDefaults = {
  status: "",
  account: "",
  transfer_type: "",
  value_type: "",
  from: "",
  to: "",
  search: "",
} as const satisfies Readonly<Record<string, string>>;

export type TransferFilter = Readonly<Record<keyof typeof filterDefaults, string>>;

/** The filters as API query parameters. Empty and unknown values are dropped. */
export function queryOf(filter: TransferFilter) {
  const status = transferStatuses.find((known) => known === filter.status);
  const transferType = transferTypeNames<TransferType>().find((known) => known === filter.transfer_type);
  const after = dayStart(filter.from, 0);
  // The end date is inclusive.
  const before = dayStart(filter.to, 1);
  const search = filter.search.trim();
  return {
    ...(status === undefined ? {} : { status }),
    ...(filter.account === "" ? {} : { account_id: filter.account }),
    ...(transferType === undefined ? {} : { transfer_type: transferType }),
    ...(filter.value_type.length < 2 ? {} : { value_type: filter.value_type.toUpperCase() }),
    ...(after === undefined ? {} : { created_after: after }),
    ...(before === undefined ? {} : { created_before: before }),
    ...(search === "" ? {} : { search }),
  };
}

export type TransferQuery = ReturnType<typeof queryOf>;

const dayPattern = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Start of a day in the user's time zone. */
function dayStart(day: string, daysLater: number): string | undefined {
  const [, year = "", month = "", date = ""] = dayPattern.exec(day) ?? [];
  if (year === "") return undefined;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}
