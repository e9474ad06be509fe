import { presenters, type ReportFormat } from "./present.ts";
import type { Report, ReportDeps, ReportRequest } from "./report.ts";

export interface ReportFile {
  readonly name: string;
  readonly contentType: string;
  readonly pieces: AsyncIterable<string>;
}

/** A report as a file that is made while it is read. Refusals of its parameters are thrown before the first piece. */
export async function openReportFile(
  deps: ReportDeps,
  report: Report,
  request: ReportRequest,
  format: ReportFormat,
): Promise<ReportFile> {
  const content = await report.open(deps, request);
  const { contentType, present } = presenters[format];
  return { name: nameOfFile(report, request, format), contentType, pieces: present(content) };
}

/** Such as `statement-testnet-2026-10-01-2026-10-31.pdf`. */
function nameOfFile(
  { name }: Pick<Report, "name">,
  { network, period }: Pick<ReportRequest, "network" | "period">,
  format: ReportFormat,
): string {
  const { firstDay, lastDay } = period;
  return `${[name.replaceAll("_", "-"), network, firstDay, lastDay].join("-")}.${format}`;
}
