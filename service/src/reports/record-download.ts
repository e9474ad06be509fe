import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { Database } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import type { ReportFormat } from "./present.ts";
import type { Report, ReportRequest } from "./report.ts";

export interface Download {
  readonly report: Pick<Report, "name" | "audience">;
  readonly request: Pick<ReportRequest, "tenantId" | "network" | "period">;
  readonly format: ReportFormat;
  readonly cause: Cause;
}

/** Reports have names and amounts of customers, so the audit log says who has them. */
export async function recordDownload(
  deps: AuditDeps & { readonly database: Database },
  { report, request, format, cause }: Download,
): Promise<void> {
  const { network, period } = request;
  const tenantId = report.audience === "workspace" ? request.tenantId : undefined;
  await deps.database.transaction((tx) =>
    auditChange(deps, tx, {
      cause,
      action: "report.download",
      of: { tenantId, network, id: report.name },
      after: { format, first_day: period.firstDay, last_day: period.lastDay },
    }),
  );
}
