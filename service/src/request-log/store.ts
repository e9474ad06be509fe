import { firstInTenants } from "../db/by-tenant.ts";
import type { Session } from "../db/database.ts";
import { list } from "../db/list.ts";
import { skipping } from "../db/list-filters.ts";
import { statement } from "../db/statement.ts";
import { type ApplicationId, lowestIdAt, type Network, type TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { snakeCase } from "../kernel/letter-case.ts";
import { addCounts, bucketOf, startOf } from "../statistics/index.ts";
import type { LoggedRequest } from "./logged-request.ts";
import { apiRequests, applicationUses } from "./tables.ts";

// One JSON parameter per batch: the driver would otherwise quote each member of a dozen arrays, on the thread that
// serves requests. Idempotent, because a commit may succeed without the node learning of it.
const insertBatch = statement<Pick<LoggedRequest, "id">>(`
  INSERT INTO api_requests (tenant_id, network, id, request_id, application_id, account_id, at, method, path, operation,
    status, error_code, duration_ms, details)
  SELECT "tenantId", network, id, "requestId", "applicationId", "accountId", to_timestamp(at / 1000.0), method, path,
    operation, status, "errorCode", "durationMs", decode(details, 'base64')
  FROM json_to_recordset($1::json) AS request ("tenantId" text, network text, id text, "requestId" text,
    "applicationId" text, "accountId" text, at bigint, method text, path text, operation text, status smallint,
    "errorCode" text, "durationMs" integer, details text)
  ON CONFLICT DO NOTHING
  RETURNING id`);

const addRequestCounts = statement(
  addCounts(
    "statistics",
    `SELECT "tenantId", network, 'requests', grain, ${startOf("grain", "to_timestamp(at / 1000.0)")}, "applicationId",
            status / 100 || 'xx', '', ${bucketOf('"durationMs"')}, count(*), 0
       FROM json_to_recordset($1::json) AS request ("tenantId" text, network text, "applicationId" text, at bigint,
         status smallint, "durationMs" integer)`,
    "true",
  ),
);

/** A request with its sealed details. */
export interface WrittenRequest extends LoggedRequest {
  readonly details?: Buffer;
}

/** Writes requests and counts those that were not written before. */
export async function insertRequests(tx: Session, requests: readonly WrittenRequest[]): Promise<void> {
  const rows = requests.map((request) =>
    request.details === undefined ? request : { ...request, details: request.details.toString("base64") },
  );
  const written = await tx.rows(insertBatch, [JSON.stringify(rows)]);
  if (written.length === 0) return;
  const ids = new Set(written.map(({ id }) => id));
  const counted = requests
    .filter(({ id }) => ids.has(id))
    .map(({ tenantId, network, applicationId, at, status, durationMs }) => ({
      tenantId,
      network,
      applicationId,
      at,
      status,
      durationMs,
    }));
  await tx.run(addRequestCounts, [JSON.stringify(counted)]);
}

/** Later uses than are stored. Rows are in the order in which they are locked. */
export const noteUses = applicationUses.insertMany({
  onConflict: `(tenant_id, application_id) DO UPDATE SET last_used_at = excluded.last_used_at
    WHERE application_uses.last_used_at < excluded.last_used_at`,
});

const selectUses = applicationUses.many({ by: ["tenantId", "applicationId[]"] });

/** Last use of each application; applications that were never used are absent. */
export async function selectLastUses(
  session: Session,
  tenantId: TenantId,
  applicationIds: readonly ApplicationId[],
): Promise<ReadonlyMap<ApplicationId, Instant>> {
  const rows = await selectUses(session, { tenantId, applicationId: applicationIds });
  return new Map(rows.map(({ applicationId, lastUsedAt }) => [applicationId, lastUsedAt]));
}

/** Filters within a workspace; every field that is set must match. */
export interface RequestFilters {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly requestId?: string | undefined;
  readonly applicationId?: ApplicationId | undefined;
  readonly method?: string | undefined;
  /** First digit of the status: 4 for 400 to 499. */
  readonly statusClass?: number | undefined;
  /** Substring of the path. */
  readonly pathText?: string | undefined;
}

type Place = Pick<RequestFilters, "tenantId" | "network">;

/** Without the sealed details. */
const shown = [
  "tenantId",
  "network",
  "id",
  "requestId",
  "applicationId",
  "accountId",
  "at",
  "method",
  "path",
  "operation",
  "status",
  "errorCode",
  "durationMs",
] as const;

/** Requests of a workspace, newest first. By the primary key, or api_requests_by_request_id. */
export const requestList = list<LoggedRequest, RequestFilters>({
  from: apiRequests,
  columns: shown.map(snakeCase).join(", "),
  filters: {
    tenantId: "tenant_id",
    network: "network",
    // One request, unless a client sends its id again and again.
    requestId: (id, { bind }) => ({ on: `request_id = ${bind(id)}`, isRare: true, atMost: 1_000 }),
    applicationId: skipping("application_id"),
    method: skipping("method"),
    statusClass: (digit, { bind }) => ({ skips: () => `status / 100 = ${bind(digit)}` }),
    pathText: (text, { bind }) => ({ skips: () => `strpos(path, ${bind(text)}) > 0` }),
  },
  maxRead: 20_000,
  totals: { status: "status / 100 || 'xx'" },
});

export const selectRequest = apiRequests.one({ by: ["tenantId", "network", "id"], columns: shown });

export const selectDetails = apiRequests.one({ by: ["tenantId", "network", "id"], columns: ["details"] });

/** Of any tenant: the caller checks access. Index: api_requests_by_id. */
export const selectAnyRequest = apiRequests.one({ by: ["id"], columns: shown });

// Index: api_requests_by_request_id.
const namedInTenant = apiRequests.many({ by: ["requestId", "tenantId"], columns: shown, limit: true });
const namedAnywhere = apiRequests.many({ by: ["requestId"], columns: shown, limit: true });

/** Some requests with this request id: in these tenants, or in all if none are given. */
export function selectRequestsNamed(
  session: Session,
  {
    requestId,
    tenantIds,
    limit,
  }: {
    readonly requestId: string;
    readonly tenantIds: readonly TenantId[] | undefined;
    readonly limit: number;
  },
): Promise<readonly LoggedRequest[]> {
  return tenantIds === undefined
    ? namedAnywhere(session, { requestId, limit })
    : firstInTenants(tenantIds, limit, (tenantId, remaining) =>
        namedInTenant(session, { requestId, tenantId, limit: remaining }),
      );
}

// By the primary key, skipping from one workspace to the next.
const nextPlace = statement<Place>(`
  SELECT tenant_id, network FROM api_requests
  WHERE (tenant_id, network) > ($1, $2) ORDER BY tenant_id, network LIMIT 1`);

/** Walks the workspaces of all tenants: for maintenance, never on the request path. */
export function selectPlaceAfter(session: Session, after: Place | undefined): Promise<Place | undefined> {
  return session.first(nextPlace, [after?.tenantId ?? "", after?.network ?? ""]);
}

// By the primary key: an id begins with its creation time.
const deleteOldest = statement(`
  DELETE FROM api_requests
  WHERE tenant_id = $1 AND network = $2 AND id = ANY (ARRAY(
    SELECT id FROM api_requests WHERE tenant_id = $1 AND network = $2 AND id < $3 ORDER BY id LIMIT $4))`);

/** Deletes some requests written before that time; returns how many. */
export function deleteRequestsBefore(
  session: Session,
  { tenantId, network }: Place,
  before: Instant,
  limit: number,
): Promise<number> {
  return session.run(deleteOldest, [tenantId, network, lowestIdAt(before), limit]);
}

export const requestView = apiRequests.view("tenant_id, network, id");
