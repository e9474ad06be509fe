import Type, { type Static } from "typebox";
import { type ApiRequest, principalOf, type Route, sessionUserOf } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import { type Network, platformTenant } from "../../kernel/id.ts";
import { orThrow, RefusalError, refuse } from "../../kernel/refusal.ts";
import {
  openReportFile,
  type Report,
  relativePeriods,
  reportFormats,
  reports,
  resolvePeriod,
} from "../../reports/index.ts";
import { findMembership } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead, workspacePath } from "../console-route.ts";

/** Reports as files that are sent while they are made: one endpoint for each, with its own parameters. */
export function reportFileRoutes(deps: ConsoleDeps): readonly Route[] {
  return reports.map((report) => fileRoute(deps, report));
}

const DateSchema = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });

/** Parameters of all reports. */
const commonQuery = {
  format: Type.Enum([...reportFormats]),
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

function fileRoute(deps: ConsoleDeps, report: Report): Route {
  const place =
    report.audience === "workspace" ? `${workspacePath}/reports` : `${consolePath}/reports/{network}`;
  return consoleRead(`GET ${place}/${report.name}/file`, {
    operationId: `download${report.title.replace(/\b./g, (letter) => letter.toUpperCase()).replaceAll(/\W/g, "")}`,
    summary: `Download a report: ${report.title.toLowerCase()}`,
    description: report.description,
    access: { permission: report.permission },
    query: strictObject({ ...commonQuery, ...report.parameters.properties }),
    response: {
      description: "The file, in the requested format.",
      schema: Type.String(),
      mediaType: "application/octet-stream",
    },
    refusals: ["not_found", "unprocessable"],
    respond: async (request) => {
      const { format, period, from, to, time_zone, ...parameters } = request.query as Query;
      const requested = { period, from, to, timeZone: time_zone };
      const days = orThrow(resolvePeriod(requested, deps.clock.now(), "/query"));
      const scope = await scopeOf(deps, report, request);
      const file = await openReportFile(deps, report, { ...scope, period: days, parameters }, format);
      const headers = {
        "content-type": file.contentType,
        "content-disposition": `attachment; filename="${file.name}"`,
      };
      return { status: 200, pieces: file.pieces, headers };
    },
  });
}

type Query = Static<typeof CommonQuery> & Readonly<Record<string, string>>;

async function scopeOf({ database }: ConsoleDeps, { audience }: Report, request: ApiRequest) {
  if (audience === "platform")
    return { tenantId: platformTenant, network: networkOf(request), isOperator: true };
  const { tenantId, network } = principalOf(request);
  const membership = await findMembership(database, sessionUserOf(request).userId);
  return { tenantId, network, isOperator: membership?.operatorRole !== undefined };
}

function networkOf({ params }: ApiRequest): Network {
  const network = params["network"];
  if (network === "testnet" || network === "mainnet") return network;
  throw new RefusalError(refuse("not_found", "there is no such network"));
}
