import Type from "typebox";
import type { AuditQuery } from "../../audit/index.ts";
import { pageQuery } from "../../http/paging.ts";
import { type ApiRequest, principalOf, queryOf, type Route, sessionUserOf } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { findMembership } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleTag, workspacePath } from "../console-tag.ts";
import { discloseEntry, undisclosedActions } from "./audit-disclosure.ts";
import { auditFile } from "./audit-file.ts";
import { auditFilters, readFilters, tenantFilter } from "./audit-query.ts";
import { type AuditAudience, AuditPageSchema, presentEntries } from "./audit-response.ts";
import { collectAudit, listAudit, maxExported } from "./list-audit.ts";

/** The audit log across tenants, and that of one tenant. */
export function auditRoutes(deps: ConsoleDeps): readonly Route[] {
  return [...platformRoutes(deps), ...workspaceRoutes(deps)];
}

const ListQuery = strictObject({ ...pageQuery, ...auditFilters });
const ExportQuery = strictObject({ ...auditFilters });
const PlatformListQuery = strictObject({ ...pageQuery, ...auditFilters, ...tenantFilter });
const PlatformExportQuery = strictObject({ ...auditFilters, ...tenantFilter });

/** Whose entries, and their audience. */
interface Reading {
  readonly filters: Omit<AuditQuery, "limit">;
  readonly audience: AuditAudience;
}

function platformRoutes(deps: ConsoleDeps): readonly Route[] {
  const access = { permission: "platform_audit.read" };
  const readingOf = async (request: ApiRequest): Promise<Reading> => ({
    filters: readFilters(queryOf(PlatformListQuery, request)),
    audience: "operators",
  });
  const path = `${consolePath}/audit`;
  return [
    {
      ...listRoute(deps, readingOf),
      path,
      operationId: "listAudit",
      summary: "List audit log entries of all tenants",
      access,
      query: PlatformListQuery,
    },
    {
      ...exportRoute(deps, readingOf),
      path: `${path}/export`,
      operationId: "exportAudit",
      summary: "Export the audit log",
      access,
      query: PlatformExportQuery,
    },
  ];
}

function workspaceRoutes(deps: ConsoleDeps): readonly Route[] {
  const access = { permission: "audit.read" };
  const readingOf = (request: ApiRequest): Promise<Reading> => readingInWorkspace(deps, request);
  const path = `${workspacePath}/audit`;
  return [
    {
      ...listRoute(deps, readingOf),
      path,
      operationId: "listWorkspaceAudit",
      summary: "List audit log entries of a workspace",
      access,
      query: ListQuery,
    },
    {
      ...exportRoute(deps, readingOf),
      path: `${path}/export`,
      operationId: "exportWorkspaceAudit",
      summary: "Export the audit log of a workspace",
      access,
      query: ExportQuery,
    },
  ];
}

/** Entries of the network, or of both networks. */
async function readingInWorkspace({ database }: ConsoleDeps, request: ApiRequest): Promise<Reading> {
  const { tenantId, network } = principalOf(request);
  const filters = { ...readFilters(queryOf(ListQuery, request)), tenantId, network };
  const membership = await findMembership(database, sessionUserOf(request).userId);
  return membership?.operatorRole === undefined
    ? { filters: { ...filters, withoutActions: undisclosedActions }, audience: "members" }
    : { filters, audience: "operators" };
}

type ReadReading = (request: ApiRequest) => Promise<Reading>;
type Shared = Pick<Route, "method" | "tag" | "responses" | "work">;

function listRoute({ database }: ConsoleDeps, readingOf: ReadReading): Shared {
  return {
    method: "GET",
    tag: consoleTag,
    responses: { 200: { description: "A page of the log.", schema: AuditPageSchema } },
    work: {
      kind: "read",
      handle: async (request) => {
        const { filters, audience } = await readingOf(request);
        const { items, pagination, stoppedAt } = await listAudit(database, filters, request.page());
        const reported = audience === "members" ? items.map(discloseEntry) : items;
        return {
          status: 200,
          body: {
            entries: await presentEntries(database, reported, audience),
            stopped_at: stoppedAt === undefined ? null : formatInstant(stoppedAt),
            pagination,
          },
        };
      },
    },
  };
}

function exportRoute({ database }: ConsoleDeps, readingOf: ReadReading): Shared {
  return {
    method: "GET",
    tag: consoleTag,
    responses: {
      200: {
        description: `At most ${maxExported} entries, newest first. The last line says if there are more.`,
        schema: Type.String(),
        mediaType: "text/csv",
      },
    },
    work: {
      kind: "read",
      handle: async (request) => {
        const { filters, audience } = await readingOf(request);
        const { entries, isComplete } = await collectAudit(database, filters);
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
    },
  };
}
