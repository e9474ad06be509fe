import type { ResponseBody } from "../../api/client.ts";
import { createdBetween } from "../../kit/list/date-range.ts";
import { paymentTypeNames } from "../../kit/transfer-type-words.ts";

export type WorkspacePayment =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/payments">["payments"][number];

/** Filters and order of the payment list, as URL parameters. */
export const filterDefaults = {
  status: "",
  direction: "",
  type: "",
  account: "",
  from: "",
  to: "",
  search: "",
  sort: "-created_at",
} as const satisfies Readonly<Record<string, string>>;

export type PaymentFilter = Readonly<Record<keyof typeof filterDefaults, string>>;

export const statuses = ["pending", "complete", "failed", "returned"] as const;
export const directions = ["inbound", "outbound"] as const;
const sorts = ["-created_at", "created_at", "-amount", "amount"] as const;

/** The filters as API query parameters. Empty and unknown values are dropped. */
export function queryOf(filter: PaymentFilter) {
  const status = statuses.find((known) => known === filter.status);
  const direction = directions.find((known) => known === filter.direction);
  const type = paymentTypeNames<WorkspacePayment["payment"]["type"]>().find((known) => known === filter.type);
  const search = filter.search.trim();
  return {
    ...(status === undefined ? {} : { status }),
    ...(direction === undefined ? {} : { direction }),
    ...(type === undefined ? {} : { type }),
    ...(filter.account === "" ? {} : { account_id: filter.account }),
    ...createdBetween(filter),
    ...(search === "" ? {} : { search }),
  };
}

/** Undefined for the default order. */
export function sortOf({ sort }: PaymentFilter) {
  return sort === filterDefaults.sort ? undefined : sorts.find((known) => known === sort);
}
