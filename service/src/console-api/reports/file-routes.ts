import Type, { type Static } from "typebox";
import { type ApiRequest, causeOf, principalOf, type Route, sessionUserOf } from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import { platformTenant } from "../../kernel/id.ts";
import { orThrow } from "../../kernel/refusal.ts";
import {
  openReportFile,
  type Report,
  type ReportFormat,
  recordDownload,
  relativePeriods,
  reportFormats,
  reports,
  resolvePeriod,
} from "../../reports/index.ts";
import { findMembership } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead, workspacePath } from "../console-route.ts";
import { networkOf } from "./network-of.ts";

/** Reports as files that are sent while they are made: one endpoint for each report and format. */
export function reportFileRoutes(deps: ConsoleDeps): readonly Route[] {
  return reports.flatMap((report) => reportFormats.map((format) => fileRoute(deps, report, format)));
}

const DateSchema = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });

/** Parameters of all reports. */
const commonQuery = {
  period: Type.Optional(
    Type.Enum([...relativePeriods], { default: "last_month", description: "Ignored if days are given." }),
  ),
  from: Type.Optional(DateSchema),
  to: Type.Optional(Type.String({ ...DateSchema, description: "Last day, inclusive." })),
  time_zone: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, default: "UTC", description: "IANA name, of the days." }),
  ),
};
const CommonQuery = Type.Object(commonQuery);

const facts = Type.Array(Type.Object({ label: Type.String(), value: Type.String() }));
const row = Type.Record(Type.String(), Type.String());

const ContentSchema = named(
  "ConsoleReport",
  Type.Object({
    title: Type.String(),
    facts,
    columns: Type.Array(
      Type.Object({
        key: Type.String(),
        label: Type.String(),
        type: Type.Enum(["text", "amount", "count", "time"]),
      }),
    ),
    sections: Type.Array(
      Type.Object({ title: Type.String(), facts, rows: Type.Array(row), totals: Type.Array(row) }),
    ),
    notes: Type.Array(Type.String()),
  }),
);

const responses = {
  pdf: { schema: Type.String(), mediaType: "application/pdf" },
  csv: { schema: Type.String(), mediaType: "text/csv" },
  json: { schema: ContentSchema },
} as const satisfies Record<ReportFormat, object>;

function fileRoute(deps: ConsoleDeps, report: Report, format: ReportFormat): Route {
  const isOfTenant = report.audience === "workspace";
  const place = isOfTenant ? `${workspacePath}/reports` : `${consolePath}/reports/{network}`;
  return consoleRead(`GET ${place}/${report.name}.${format}`, {
    operationId: `download${capitalized(report.name)}${capitalized(format)}`,
    summary: `Download the report "${report.title}" as ${format.toUpperCase()}`,
    description: report.description,
    access: { permission: report.permission },
    query: strictObject({ ...commonQuery, ...report.parameters.properties }),
    response: { description: "The file.", ...responses[format] },
    refusals: ["not_found", "unprocessable"],
    respond: async (request) => {
      const { period, from, to, time_zone, ...parameters } = request.query as Query;
      const requested = { period, from, to, timeZone: time_zone };
      const days = orThrow(resolvePeriod(requested, deps.clock.now(), "/query"));
      const reported = { ...(await scopeOf(deps, report, request)), period: days, parameters };
      const file = await openReportFile(deps, report, reported, format);
      const headers = {
        "content-type": file.contentType,
        "content-disposition": `attachment; filename="${file.name}"`,
      };
      // A PDF has a limit of rows, and a refusal must come before the first byte.
      const content = format === "pdf" ? { body: await collect(file.pieces) } : { pieces: file.pieces };
      await recordDownload(deps, { report, request: reported, format, cause: causeOf(request) });
      return { status: 200, ...content, headers };
    },
  });
}

async function collect(pieces: AsyncIterable<string>): Promise<string> {
  const collected: string[] = [];
  for await (const piece of pieces) collected.push(piece);
  return collected.join("");
}

function capitalized(name: string): string {
  return name
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

type Query = Static<typeof CommonQuery> & Readonly<Record<string, string>>;

async function scopeOf({ database }: ConsoleDeps, { audience }: Report, request: ApiRequest) {
  if (audience === "platform")
    return { tenantId: platformTenant, network: networkOf(request), isOperator: true };
  const { tenantId, network } = principalOf(request);
  const membership = await findMembership(database, sessionUserOf(request).userId);
  return { tenantId, network, isOperator: membership?.operatorRole !== undefined };
}
