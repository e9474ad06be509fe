import type { FactsVersions, Session, Transaction } from "../db/database.ts";
import { factsVersionColumns } from "../db/facts-version.ts";
import { type Statement, statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Caller } from "./principal.ts";
import { idempotencyRecords } from "./tables.ts";

export interface Claim {
  readonly tenantId: TenantId;
  readonly network: Network;
  /** An application or a console user; the column is older than the latter. */
  readonly callerId: Caller["id"];
  readonly key: string;
  readonly fingerprint: Buffer;
}

export interface EarlierResponse {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly sealed: boolean;
}

export interface StoredResponse extends Omit<EarlierResponse, "fingerprint"> {
  readonly claim: Claim;
}

/** Keys are scoped by caller: two applications may use the same key. */
export function idempotencyKey({
  callerId,
  key,
}: {
  readonly callerId: string;
  readonly key: string;
}): string {
  return `${callerId}/${key}`;
}

/** The claims of a statement belong to one tenant. */
function tenantOfAll(claims: readonly Claim[]): TenantId {
  const [first] = claims;
  assert(first !== undefined, "a batch is never empty");
  const { tenantId } = first;
  assert(
    claims.every((claim) => claim.tenantId === tenantId),
    "a batch belongs to one tenant",
  );
  return tenantId;
}

// The worker on a key holds its advisory lock until the transaction ends, so that others can see, without waiting,
// that it is in flight. Two keys with the same lock hash only take turns.
const waitForKey = statement<FactsVersions>(`
  SELECT ${factsVersionColumns("$3")} FROM (SELECT pg_advisory_xact_lock(hashtextextended($1 || '/' || $2, 0))) AS locked`);

/** Locks a key; waits if another node is working on it. Notes the versions as `lockFree` does. */
export async function awaitKey(tx: Transaction, { callerId, key, tenantId }: Claim): Promise<void> {
  await tx.watchFacts(tenantId, await tx.first(waitForKey, [callerId, key, tenantId]));
}

const lockFreeKeys = statement<KeyRow & FactsVersions>(`
  SELECT application_id, key, ${factsVersionColumns("$3")} FROM unnest($1::text[], $2::text[]) AS requested (application_id, key)
  WHERE pg_try_advisory_xact_lock(hashtextextended(application_id || '/' || key, 0))`);

/**
 * Locks the keys that no other node is working on, and returns them. Notes the versions of what the requests are decided
 * with, so that this takes no statement of its own.
 */
export async function lockFree(tx: Transaction, claims: readonly Claim[]): Promise<ReadonlySet<string>> {
  const tenantId = tenantOfAll(claims);
  const rows = await tx.rows(lockFreeKeys, [
    claims.map((claim) => claim.callerId),
    claims.map((claim) => claim.key),
    tenantId,
  ]);
  await tx.watchFacts(tenantId, rows[0]);
  return new Set(rows.map(keyOfRow));
}

interface KeyRow {
  readonly applicationId: string;
  readonly key: string;
}

function keyOfRow({ applicationId, key }: KeyRow): string {
  return idempotencyKey({ callerId: applicationId, key });
}

// By the primary key, one lookup each: a join might read all records of the tenant, if the plan was made early.
const findKeys: Statement<EarlierResponse & KeyRow> = {
  ...statement<EarlierResponse & KeyRow>(`
  SELECT record.*
  FROM unnest($2::text[], $3::text[]) AS requested (application_id, key)
  CROSS JOIN LATERAL (
    SELECT application_id, key, fingerprint, status::int AS status, headers, body, sealed
    FROM idempotency_records
    WHERE tenant_id = $1 AND application_id = requested.application_id AND key = requested.key
      AND status IS NOT NULL AND headers IS NOT NULL
    LIMIT 1) AS record`),
  // May find other pairs of the requested applications and keys, too.
  onCitus: statement<EarlierResponse & KeyRow>(`
  SELECT application_id, key, fingerprint, status::int AS status, headers, body, sealed
  FROM idempotency_records
  WHERE tenant_id = $1 AND application_id = ANY ($2::text[]) AND key = ANY ($3::text[])
    AND status IS NOT NULL AND headers IS NOT NULL`),
};

/** The stored responses of these keys, by key. Read them after the keys are locked: a response appears no later. */
export async function findResponses(
  session: Session,
  claims: readonly Claim[],
): Promise<ReadonlyMap<string, EarlierResponse>> {
  if (claims.length === 0) return new Map();
  const rows = await session.rows(findKeys, [
    tenantOfAll(claims),
    claims.map((claim) => claim.callerId),
    claims.map((claim) => claim.key),
  ]);
  return new Map(rows.map((row) => [keyOfRow(row), row]));
}

const insertResponses: Statement = {
  ...statement(`
  INSERT INTO idempotency_records
    (tenant_id, network, application_id, key, fingerprint, created_at, status, headers, body, sealed)
  SELECT $1, network, application_id, key, fingerprint, $2::timestamptz, status, headers, body, sealed
  FROM unnest($3::text[], $4::text[], $5::text[], $6::bytea[], $7::smallint[], $8::jsonb[], $9::bytea[], $10::boolean[])
    AS stored (network, application_id, key, fingerprint, status, headers, body, sealed)`),
  onCitus: statement("SELECT add_responses($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"),
};

/** The keys must be locked. Should one have a response after all, its unique key fails the transaction. */
export function storeResponses(tx: Transaction, responses: readonly StoredResponse[], now: Instant): void {
  if (responses.length === 0) return;
  const claims = responses.map(({ claim }) => claim);
  tx.later(insertResponses, [
    tenantOfAll(claims),
    formatInstant(now),
    claims.map((claim) => claim.network),
    claims.map((claim) => claim.callerId),
    claims.map((claim) => claim.key),
    claims.map((claim) => claim.fingerprint),
    responses.map((response) => response.status),
    responses.map((response) => JSON.stringify(response.headers)),
    responses.map((response) => response.body ?? null),
    responses.map((response) => response.sealed),
  ]);
}

// Index: idempotency_records_by_age.
const selectOld = idempotencyRecords.many({
  by: ["createdAt <"],
  columns: ["createdAt"],
  orderBy: ["createdAt"],
  limit: true,
});

// Index: idempotency_records_by_age. With both bounds, the planner expects few rows whatever the statistics.
const deleteOld = statement(`
  DELETE FROM idempotency_records WHERE created_at >= $1::timestamptz AND created_at <= $2::timestamptz`);

/** Deletes about `limit` records, so that one sweep never locks many rows; more if they are of one moment. */
export async function deleteRecordsBefore(session: Session, before: Instant, limit: number): Promise<number> {
  const old = await selectOld(session, { createdAt: before, limit });
  const [first, last] = [old[0], old.at(-1)];
  if (first === undefined || last === undefined) return 0;
  // An instant has milliseconds, and a record may be older than its instant.
  return session.run(deleteOld, [formatInstant(first.createdAt), formatInstant(last.createdAt)]);
}
