import type { ResponseBody } from "../../api/client.ts";

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

export interface RecordsQuery {
  readonly key: string | undefined;
  readonly "page[after]": string | undefined;
}
