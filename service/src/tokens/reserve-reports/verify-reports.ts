import { isSigned } from "../../kernel/signed-json.ts";
import { digestOf, type ReserveReport, readReport } from "./report.ts";

export interface ReportFile {
  readonly name: string;
  readonly text: string;
}

export interface VerifiedReport {
  readonly name: string;
  readonly report: ReserveReport;
  readonly digest: string;
}

export interface ReportFinding {
  readonly name: string;
  readonly detail: string;
}

export interface ReportVerification {
  /** In the order of their numbers. */
  readonly reports: readonly VerifiedReport[];
  readonly findings: readonly ReportFinding[];
}

/**
 * Verifies reports of one token without the service: each is unchanged and signed by a trusted key, or by the key that
 * it names if none are given, and each continues the one before it.
 */
export function verifyReports(
  files: readonly ReportFile[],
  trustedKeys: readonly string[] | undefined,
): ReportVerification {
  const verified = files.map((file) => verifyReport(file, trustedKeys));
  const reports = verified
    .flatMap((result) => ("report" in result ? [result] : []))
    .toSorted((left, right) => left.report.number - right.report.number);
  const findings = verified.flatMap((result) => ("report" in result ? [] : [result]));
  return { reports, findings: [...findings, ...verifyChain(reports)] };
}

function verifyReport(
  { name, text }: ReportFile,
  trustedKeys: readonly string[] | undefined,
): VerifiedReport | ReportFinding {
  const document = text.replace(/\n$/, "");
  const report = readReport(document);
  if (report === undefined) return { name, detail: "is not a reserve report, or was changed" };
  const { public_key: key } = report;
  if (trustedKeys !== undefined && !trustedKeys.includes(key)) {
    return { name, detail: `is signed by a key that is not trusted: ${key}` };
  }
  if (!isSigned(report)) return { name, detail: "has an invalid signature: it was changed" };
  return { name, report, digest: digestOf(document).toString("hex") };
}

function verifyChain(reports: readonly VerifiedReport[]): readonly ReportFinding[] {
  return reports.flatMap((each, index) => {
    const before = reports[index - 1];
    const detail = brokenLink(each.report, before);
    return detail === undefined ? [] : [{ name: each.name, detail }];
  });
}

function brokenLink(report: ReserveReport, before: VerifiedReport | undefined): string | undefined {
  const { number, previous } = report;
  if ((number === 1) !== (previous === null))
    return `is report ${number}, which contradicts its previous report`;
  if (before === undefined) return undefined;
  const isSameToken = nameOf(report) === nameOf(before.report);
  if (!isSameToken) return `is of another token than ${before.name}: ${nameOf(report)}`;
  if (number === before.report.number) return `is report ${number}, and so is ${before.name}`;
  if (number !== before.report.number + 1) return `is report ${number}; report ${number - 1} is missing`;
  const isNext = previous?.digest === before.digest && previous.month === before.report.month;
  return isNext && report.month > before.report.month ? undefined : `does not continue ${before.name}`;
}

function nameOf({ network, value_type: valueType }: ReserveReport): string {
  return `${valueType} on ${network}`;
}
