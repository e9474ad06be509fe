import { firstInTenants } from "../db/by-tenant.ts";
import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { type ApplicationId, lowestIdAt, type Network, startOfIds, type TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { addCounts, bucketOf, startOf } from "../statistics/index.ts";
import type { ApplicationUse } from "./application-use.ts";
import type { LoggedRequest } from "./logged-request.ts";

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
  const counted = requests.filter(({ id }) => ids.has(id)).map(({ details: _, ...counts }) => counts);
  await tx.run(addRequestCounts, [JSON.stringify(counted)]);
}

const upsertUses = statement(`
  INSERT INTO application_uses (tenant_id, network, application_id, last_used_at)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
  ON CONFLICT (tenant_id, application_id) DO UPDATE SET last_used_at = excluded.last_used_at
  WHERE application_uses.last_used_at < excluded.last_used_at`);

export async function noteUses(session: Session, uses: readonly ApplicationUse[]): Promise<void> {
  await session.run(upsertUses, [
    uses.map(({ tenantId }) => tenantId),
    uses.map(({ network }) => network),
    uses.map(({ applicationId }) => applicationId),
    uses.map(({ at }) => formatInstant(at)),
  ]);
}

// By the primary key.
const selectUses = statement<{ readonly applicationId: ApplicationId; readonly lastUsedAt: Instant }>(`
  SELECT application_id, last_used_at FROM application_uses
  WHERE tenant_id = $1 AND application_id = ANY ($2::text[])`);

/** Last use of each application; applications that were never used are absent. */
export async function selectLastUses(
  session: Session,
  tenantId: TenantId,
  applicationIds: readonly ApplicationId[],
): Promise<ReadonlyMap<ApplicationId, Instant>> {
  const rows = await session.rows(selectUses, [tenantId, applicationIds]);
  return new Map(rows.map(({ applicationId, lastUsedAt }) => [applicationId, lastUsedAt]));
}

/** Filters within a workspace; every field that is set must match. */
export interface RequestFilter {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly applicationId: ApplicationId | undefined;
  readonly method: string | undefined;
  /** First digit of the status: 4 for 400 to 499. */
  readonly statusClass: number | undefined;
  /** Substring of the path. */
  readonly pathText: string | undefined;
}

/** A range of the log, from a position towards older or newer requests. */
export interface RequestStretch {
  readonly direction: "after" | "before";
  readonly position: string | undefined;
}

type Place = Pick<RequestFilter, "tenantId" | "network">;

// By the primary key.
const reaches = {
  after: statement<{ id: string }>(`
    SELECT id FROM api_requests WHERE tenant_id = $1 AND network = $2 AND id < $3
    ORDER BY id DESC OFFSET $4 LIMIT 1`),
  before: statement<{ id: string }>(`
    SELECT id FROM api_requests WHERE tenant_id = $1 AND network = $2 AND id > $3
    ORDER BY id OFFSET $4 LIMIT 1`),
};

/** The last request of a range of that size; undefined if there are fewer. */
export async function selectReach(
  session: Session,
  { tenantId, network }: Place,
  { direction, position }: RequestStretch,
  count: number,
): Promise<string | undefined> {
  const values = [tenantId, network, position ?? startOfIds[direction], count - 1];
  return (await session.first(reaches[direction], values))?.id;
}

const columns = `tenant_id, network, id, request_id, application_id, account_id, at, method, path, operation,
  status::int AS status, error_code, duration_ms`;
const matches = `($5::text IS NULL OR application_id = $5) AND ($6::text IS NULL OR method = $6)
  AND ($7::int IS NULL OR status / 100 = $7) AND ($8::text IS NULL OR strpos(path, $8) > 0)`;

// By the primary key, within the range; the scan ends when the page is full.
const slices = {
  after: statement<LoggedRequest>(`
    SELECT ${columns} FROM (
      SELECT * FROM api_requests
      WHERE tenant_id = $1 AND network = $2 AND id < $3 AND ($4::text IS NULL OR id >= $4)
      ORDER BY id DESC LIMIT $10) AS api_requests
    WHERE ${matches} ORDER BY id DESC LIMIT $9`),
  before: statement<LoggedRequest>(`
    SELECT ${columns} FROM (
      SELECT * FROM api_requests
      WHERE tenant_id = $1 AND network = $2 AND id > $3 AND ($4::text IS NULL OR id <= $4)
      ORDER BY id LIMIT $10) AS api_requests
    WHERE ${matches} ORDER BY id LIMIT $9`),
};

export function selectRequests(
  session: Session,
  { tenantId, network, applicationId, method, statusClass, pathText }: RequestFilter,
  {
    direction,
    position,
    reach,
    limit,
    lookedAt,
  }: RequestStretch & {
    readonly reach: string | undefined;
    readonly limit: number;
    /** Requests that are scanned at most, if the range has no end: others may be inserted into it meanwhile. */
    readonly lookedAt: number;
  },
): Promise<readonly LoggedRequest[]> {
  const filters = [applicationId, method, statusClass, pathText];
  const scanned = reach === undefined ? lookedAt : undefined;
  const begin = position ?? startOfIds[direction];
  const values = [tenantId, network, begin, reach, ...filters, limit, scanned];
  return session.rows(slices[direction], values);
}

// Index: api_requests_by_request_id. Selected first and sorted after, so that the planner does not scan the whole log.
const selectNamed = statement<LoggedRequest>(`
  WITH found AS MATERIALIZED (
    SELECT ${columns} FROM api_requests WHERE tenant_id = $1 AND request_id = $3 LIMIT $4)
  SELECT * FROM found WHERE network = $2 ORDER BY id DESC`);

/** Requests with this request id, newest first; usually one. */
export function selectByRequestId(
  session: Session,
  { tenantId, network, requestId, limit }: Place & { readonly requestId: string; readonly limit: number },
): Promise<readonly LoggedRequest[]> {
  const values = [tenantId, network, requestId, limit];
  return session.rows(selectNamed, values);
}

// By the primary key.
const selectOne = statement<LoggedRequest>(
  `SELECT ${columns} FROM api_requests WHERE tenant_id = $1 AND network = $2 AND id = $3`,
);

export function selectRequest(
  session: Session,
  { tenantId, network, id }: Place & { readonly id: string },
): Promise<LoggedRequest | undefined> {
  return session.first(selectOne, [tenantId, network, id]);
}

// By the primary key.
const selectSealed = statement<{ readonly details: Buffer | undefined }>(
  `SELECT details FROM api_requests WHERE tenant_id = $1 AND network = $2 AND id = $3`,
);

export async function selectDetails(
  session: Session,
  { tenantId, network, id }: Place & { readonly id: string },
): Promise<Buffer | undefined> {
  return (await session.first(selectSealed, [tenantId, network, id]))?.details;
}

// Index: api_requests_by_id.
const selectAny = statement<LoggedRequest>(`SELECT ${columns} FROM api_requests WHERE id = $1 LIMIT 1`);

/** Of any tenant: the caller checks access. */
export function selectAnyRequest(session: Session, id: string): Promise<LoggedRequest | undefined> {
  return session.first(selectAny, [id]);
}

// Index: api_requests_by_request_id.
const namedInTenant = statement<LoggedRequest>(
  `SELECT ${columns} FROM api_requests WHERE request_id = $1 AND tenant_id = $2 LIMIT $3`,
);
// Index: api_requests_by_request_id.
const namedAnywhere = statement<LoggedRequest>(
  `SELECT ${columns} FROM api_requests WHERE request_id = $1 LIMIT $2`,
);

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
    ? session.rows(namedAnywhere, [requestId, limit])
    : firstInTenants(tenantIds, limit, (tenantId, remaining) =>
        session.rows(namedInTenant, [requestId, tenantId, remaining]),
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
