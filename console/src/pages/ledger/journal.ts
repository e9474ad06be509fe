import type { ResponseBody } from "../../api/client.ts";
import type { ListPlace } from "../../kit/list/use-list-place.tsx";

export type Balances = ResponseBody<"/console/api/ledger/{tenant_id}/{network}/accounts">;
export type Statement = ResponseBody<"/console/api/ledger/{tenant_id}/{network}/statement">;
export type Records = ResponseBody<"/console/api/ledger/{tenant_id}/{network}/records">;
export type LedgerRecord = ResponseBody<"/console/api/ledger/{tenant_id}/{network}/records/{sequence}">;
export type Totals = ResponseBody<"/console/api/ledger/{tenant_id}/{network}/totals">;

/** Kinds of ledger accounts. */
export const accountKinds = [
  "wallet",
  "supply",
  "external",
  "reserve",
  "clearing",
  "treasury",
  "suspense",
  "fees",
  "receivable",
  "expense",
] as const;
export type AccountKind = (typeof accountKinds)[number];

export interface BalancesQuery {
  readonly kind: AccountKind | undefined;
  readonly owner: string | undefined;
  readonly chain: string | undefined;
  readonly asset: string | undefined;
  readonly "page[after]": string | undefined;
}

export interface StatementQuery {
  readonly account: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly holds: boolean | undefined;
}

export type RecordsQuery = ListPlace & { readonly key: string | undefined };
/** Order and pagination cursor of a statement, which has a period of its own. */
export type EntriesPlace = Pick<ListPlace, "sort" | "page[after]" | "page[before]">;
