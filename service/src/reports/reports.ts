import { auditReport } from "./audit-extract.ts";
import { payoutsReport } from "./payouts.ts";
import { reconciliationReport } from "./reconciliation.ts";
import type { Report } from "./report.ts";
import { statementReport } from "./statement.ts";
import { trialBalanceReport } from "./trial-balance.ts";

/** All reports, in the order in which the console shows them. */
export const reports: readonly Report[] = [
  statementReport,
  trialBalanceReport,
  reconciliationReport,
  payoutsReport,
  auditReport,
];
