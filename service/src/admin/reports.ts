import { type Network, platformTenant } from "../kernel/id.ts";
import { orThrow } from "../kernel/refusal.ts";
import {
  openReportFile,
  readParameters,
  recordDownload,
  relativePeriods,
  reportFormats,
  reports,
  resolvePeriod,
} from "../reports/index.ts";
import type { AdminContext } from "./open-admin.ts";
import { readOneOf, readTenantId, refuseAt } from "./read-input.ts";

export interface ReportView {
  readonly name: string;
  readonly title: string;
  readonly scope: string;
  readonly parameters: string;
  readonly description: string;
}

/** All reports, with the names of their own parameters. */
export function listReports(): readonly ReportView[] {
  return reports.map(({ name, title, audience, parameters, description }) => ({
    name,
    title,
    scope: audience === "workspace" ? "tenant" : "platform",
    parameters: Object.keys(parameters.properties).join(" "),
    description,
  }));
}

export interface ReportRunRequest {
  readonly report: string;
  /** Required by reports of one tenant. */
  readonly tenantId?: string | undefined;
  readonly network: Network;
  readonly format: string;
  readonly period?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Of the report itself. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A report of any length as a file, in pieces. */
export async function runReport(
  admin: AdminContext,
  request: ReportRunRequest,
): Promise<AsyncIterable<string>> {
  const name = readOneOf(
    "report",
    reports.map((each) => each.name),
    request.report,
  );
  const report = reports.find((each) => each.name === name) ?? refuseAt("report", "is unknown");
  const format = readOneOf("format", reportFormats, request.format);
  const { from, to, timeZone, network, parameters } = request;
  const relative =
    request.period === undefined ? undefined : readOneOf("period", relativePeriods, request.period);
  const period = orThrow(resolvePeriod({ period: relative, from, to, timeZone }, admin.clock.now()));
  readParameters(report, parameters);
  const tenantId = report.audience === "platform" ? platformTenant : readTenantId(request.tenantId ?? "");
  const deps = { database: admin.database, keyRing: await admin.loadKeyRing() };
  const scope = { tenantId, network, period, parameters, isOperator: true };
  const { pieces } = await openReportFile(deps, report, scope, format);
  await recordDownload(admin, { report, request: scope, format, cause: admin.cause });
  return pieces;
}
