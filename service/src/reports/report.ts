import type { TObject } from "typebox";
import type { Database } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import type { Period } from "./period.ts";

/** A report: what can be set, who may read it, and how its content is read. Presenters make files of the content. */
export interface Report {
  readonly name: ReportName;
  readonly title: string;
  readonly description: string;
  /** `workspace`: of one tenant in one network. `platform`: of all tenants in one network, for operators. */
  readonly audience: "workspace" | "platform";
  /** Of the users who may read it: a permission of a workspace or of operators. */
  readonly permission: string;
  /** Whether it covers a period, or describes one moment: the end of the period. */
  readonly covers: "period" | "moment";
  /** Parameters of this report, besides the period and the time zone. */
  readonly parameters: TObject;
  readonly open: (deps: ReportDeps, request: ReportRequest) => Promise<ReportContent>;
}

export const reportNames = ["statement", "trial_balance", "reconciliation", "payouts", "audit"] as const;
export type ReportName = (typeof reportNames)[number];

export interface ReportDeps {
  readonly database: Database;
  readonly keyRing: KeyRing;
}

export interface ReportRequest {
  /** The platform's own id for reports about all tenants. */
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly period: Period;
  /** Validated against the parameters of the report. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Operators see more than members of a tenant: in the audit log. */
  readonly isOperator: boolean;
}

export interface ReportColumn {
  readonly key: string;
  readonly label: string;
  readonly type: "text" | "amount" | "count" | "time";
  /** Share of the width of a page. Absent if a PDF says it in the heading of the section. */
  readonly width?: number;
}

/** One cell for each column. Amounts are exact decimals, times RFC 3339 in the time zone of the report. */
export type ReportRow = readonly string[];

export type Fact = readonly [label: string, value: string];

/** A table. Its rows are read page by page, so that a report of any length needs a bounded amount of memory. */
export interface ReportSection {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly pages: AsyncIterable<readonly ReportRow[]>;
  /** Of the rows that were read: complete after the last page. */
  readonly totals: () => readonly ReportRow[];
}

export interface ReportContent {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly columns: readonly ReportColumn[];
  readonly sections: AsyncIterable<ReportSection>;
  /** What a reader must know to use the figures. */
  readonly notes: readonly string[];
  /** More columns than fit the width of a page in portrait. */
  readonly isWide?: boolean;
}
