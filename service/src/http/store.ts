import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Caller } from "./principal.ts";

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

export interface StoredResponse {
  readonly claim: Claim;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly sealed: boolean;
}

/** Keys are scoped by caller: two applications may use the same key. */
export function keyOf({ callerId, key }: { readonly callerId: string; readonly key: string }): string {
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
const waitForKey = statement(`
  WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended($3 || '/' || $4, 0)))
  INSERT INTO idempotency_records (tenant_id, network, application_id, key, fingerprint, created_at)
  SELECT $1, $2, $3, $4, $5, $6::timestamptz FROM turn
  ON CONFLICT (tenant_id, application_id, key) DO NOTHING`);

/** Waits for the key if another node is working on it; true when this node has claimed it. */
export async function claimWaiting(session: Session, claim: Claim, now: Instant): Promise<boolean> {
  const { tenantId, network, callerId, key, fingerprint } = claim;
  const values = [tenantId, network, callerId, key, fingerprint, formatInstant(now)];
  return (await session.run(waitForKey, values)) === 1;
}

const takeFreeKeys = statement<KeyRow>(`
  INSERT INTO idempotency_records (tenant_id, network, application_id, key, fingerprint, created_at)
  SELECT $1, claim.network, claim.application_id, claim.key, claim.fingerprint, $2::timestamptz
  FROM unnest($3::text[], $4::text[], $5::text[], $6::bytea[]) AS claim (network, application_id, key, fingerprint)
  WHERE pg_try_advisory_xact_lock(hashtextextended(claim.application_id || '/' || claim.key, 0))
  ORDER BY claim.application_id, claim.key
  ON CONFLICT (tenant_id, application_id, key) DO NOTHING
  RETURNING application_id, key`);

/** Claims keys of one tenant, waiting for none; returns the ones it has claimed. */
export async function claimFree(
  session: Session,
  claims: readonly Claim[],
  now: Instant,
): Promise<ReadonlySet<string>> {
  const rows = await session.rows(takeFreeKeys, [
    tenantOfAll(claims),
    formatInstant(now),
    claims.map((claim) => claim.network),
    claims.map((claim) => claim.callerId),
    claims.map((claim) => claim.key),
    claims.map((claim) => claim.fingerprint),
  ]);
  return new Set(rows.map(keyOfRow));
}

interface KeyRow {
  readonly applicationId: string;
  readonly key: string;
}

function keyOfRow({ applicationId, key }: KeyRow): string {
  return keyOf({ callerId: applicationId, key });
}

// By the primary key, one lookup each: a join might read all records of the tenant, if the plan was made early.
const findKeys = statement<EarlierResponse & KeyRow>(`
  SELECT record.*
  FROM unnest($2::text[], $3::text[]) AS requested (application_id, key)
  CROSS JOIN LATERAL (
    SELECT application_id, key, fingerprint, status::int AS status, headers, body, sealed
    FROM idempotency_records
    WHERE tenant_id = $1 AND application_id = requested.application_id AND key = requested.key
      AND status IS NOT NULL AND headers IS NOT NULL
    LIMIT 1) AS record`);

/** The stored responses of these keys, by key. */
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

// The rows exist, claimed by this transaction. An upsert finds each by its key, whatever the planner estimates for the
// table; an UPDATE with a join might read all records of the tenant.
const responseKeys = statement(`
  INSERT INTO idempotency_records
    (tenant_id, network, application_id, key, fingerprint, created_at, status, headers, body, sealed)
  SELECT $1, network, application_id, key, fingerprint, to_timestamp(0), status, headers, body, sealed
  FROM unnest($2::text[], $3::text[], $4::text[], $5::bytea[], $6::smallint[], $7::jsonb[], $8::bytea[], $9::boolean[])
    AS kept (network, application_id, key, fingerprint, status, headers, body, sealed)
  ON CONFLICT (tenant_id, application_id, key) DO UPDATE
  SET status = excluded.status, headers = excluded.headers, body = excluded.body, sealed = excluded.sealed`);

export async function storeResponses(session: Session, responses: readonly StoredResponse[]): Promise<void> {
  const claims = responses.map(({ claim }) => claim);
  await session.run(responseKeys, [
    tenantOfAll(claims),
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

const releaseKeys = statement(`
  DELETE FROM idempotency_records AS record
  USING unnest($2::text[], $3::text[]) AS refused (application_id, key)
  WHERE record.tenant_id = $1 AND record.application_id = refused.application_id AND record.key = refused.key`);

/** A refused request does not use up its key. */
export function releaseClaims(session: Session, claims: readonly Claim[]): Promise<number> {
  return session.run(releaseKeys, [
    tenantOfAll(claims),
    claims.map((claim) => claim.callerId),
    claims.map((claim) => claim.key),
  ]);
}

// Index: idempotency_records_by_age. Bounded, so that one sweep never locks many rows.
const deleteOld = statement(`
  DELETE FROM idempotency_records
  WHERE (tenant_id, application_id, key) IN (
    SELECT tenant_id, application_id, key FROM idempotency_records
    WHERE created_at < $1::timestamptz ORDER BY created_at LIMIT $2)`);

export function deleteRecordsBefore(session: Session, before: Instant, limit: number): Promise<number> {
  return session.run(deleteOld, [formatInstant(before), limit]);
}
