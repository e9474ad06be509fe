import type { ResponseBody } from "../../api/client.ts";

export const schedulesPath = "/console/api/workspaces/{tenant_id}/{network}/report-schedules";
export type ReportSchedule = ResponseBody<typeof schedulesPath>["schedules"][number];

/** Reports of a workspace by their names in the API. */
export const reportTitles = {
  statement: "Account statement",
  trial_balance: "Trial balance",
  payouts: "Payout summary",
  audit: "Audit extract",
} as const;

export function titleOfReport(name: string): string {
  return Object.entries(reportTitles).find(([known]) => known === name)?.[1] ?? name;
}
