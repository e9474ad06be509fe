import Type, { type TSchema } from "typebox";
import { type AuditFilters, auditEntries, discloseEntry, undisclosedActions } from "../../audit/index.ts";
import { pageQuery } from "../../http/paging.ts";
import { type ApiRequest, principalOf, queryOf, type Route, sessionUserOf } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import type { AuditAudience } from "../../reports/index.ts";
import { findMembership } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList, consolePath, consoleRead, workspacePath } from "../console-route.ts";
import { sortParameter } from "../lists/list-routes.ts";
import { auditFile } from "./audit-file.ts";
import { AllFilters, auditFilters, readFilters, tenantFilter } from "./audit-query.ts";
import { AuditPageSchema, presentEntries } from "./audit-response.ts";
import { collectAudit, maxExported } from "./list-audit.ts";

/** The audit log across tenants, and that of one tenant. */
export function auditRoutes(deps: ConsoleDeps): readonly Route[] {
  return [
    listRoute(deps, {
      path: `${consolePath}/audit`,
      operationId: "listAudit",
      summary: "List audit log entries of all tenants",
      access: { permission: "platform_audit.read" },
      query: strictObject({ ...pageQuery, ...auditFilters, ...tenantFilter }),
      readingOf: readingOfAll,
    }),
    exportRoute(deps, {
      path: `${consolePath}/audit/export`,
      operationId: "exportAudit",
      summary: "Export the audit log",
      access: { permission: "platform_audit.read" },
      query: strictObject({ ...auditFilters, ...tenantFilter, ...exportOrder }),
      readingOf: readingOfAll,
    }),
    listRoute(deps, {
      path: `${workspacePath}/audit`,
      operationId: "listWorkspaceAudit",
      summary: "List audit log entries of a workspace",
      access: { permission: "audit.read" },
      query: strictObject({ ...pageQuery, ...auditFilters }),
      readingOf: readingInWorkspace,
    }),
    exportRoute(deps, {
      path: `${workspacePath}/audit/export`,
      operationId: "exportWorkspaceAudit",
      summary: "Export the audit log of a workspace",
      access: { permission: "audit.read" },
      query: strictObject({ ...auditFilters, ...exportOrder }),
      readingOf: readingInWorkspace,
    }),
  ];
}

const exportOrder = { sort: sortParameter("newest") };
const ExportQuery = Type.Object(exportOrder);

/** Whose entries, and their audience. */
interface Reading {
  readonly filters: AuditFilters;
  readonly audience: AuditAudience;
}

interface AuditPlace extends Pick<Route, "path" | "operationId" | "summary" | "access"> {
  readonly query: TSchema;
  readonly readingOf: (deps: ConsoleDeps, request: ApiRequest) => Promise<Reading>;
}

async function readingOfAll(_deps: ConsoleDeps, request: ApiRequest): Promise<Reading> {
  return { filters: readFilters(queryOf(AllFilters, request)), audience: "operators" };
}

/** Entries of the network, or of both networks. */
async function readingInWorkspace({ database }: ConsoleDeps, request: ApiRequest): Promise<Reading> {
  const { tenantId, network } = principalOf(request);
  const filters = { ...readFilters(queryOf(AllFilters, request)), tenantId, network };
  const membership = await findMembership(database, sessionUserOf(request).userId);
  return membership?.operatorRole === undefined
    ? { filters: { ...filters, withoutActions: undisclosedActions }, audience: "members" }
    : { filters, audience: "operators" };
}

function listRoute(deps: ConsoleDeps, { path, readingOf, ...place }: AuditPlace): Route {
  const { database } = deps;
  return consoleList(`GET ${path}`, {
    ...place,
    response: { description: "A page of the log.", schema: AuditPageSchema },
    list: {
      session: database,
      rows: auditEntries,
      filters: async (request) => (await readingOf(deps, request)).filters,
      isOrdered: true,
      present: async (entries, request) => {
        const { audience } = await readingOf(deps, request);
        const reported = audience === "members" ? entries.map(discloseEntry) : entries;
        return presentEntries(database, reported, audience);
      },
      // If filters skip many entries, a page may be short without being the last one. Positions begin with their time.
      around: (_, { stoppedAt }) => ({ stopped_at: stoppedAt?.split(" ")[0] ?? null }),
    },
  });
}

function exportRoute(deps: ConsoleDeps, { path, readingOf, ...place }: AuditPlace): Route {
  const { database } = deps;
  return consoleRead(`GET ${path}`, {
    ...place,
    response: {
      description: `At most ${maxExported} entries. The last line says if there are more.`,
      schema: Type.String(),
      mediaType: "text/csv",
    },
    respond: async (request) => {
      const { filters, audience } = await readingOf(deps, request);
      const { sort } = queryOf(ExportQuery, request);
      const { entries, isComplete } = await collectAudit(database, filters, sort === "created_at");
      const reported = audience === "members" ? entries.map(discloseEntry) : entries;
      return {
        status: 200,
        body: auditFile(await presentEntries(database, reported, audience), isComplete),
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": 'attachment; filename="florin-audit.csv"',
        },
      };
    },
  });
}
