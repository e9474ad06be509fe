import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { HeldSubject } from "./held-subject.ts";
import type { ReleaseRequest } from "./release-request.ts";

const columns = "subject_id, cents, target, subject_updated_at, requested_by, reason, requested_at";

// By the primary key.
const lock = statement<ReleaseRequest>(`
  SELECT ${columns} FROM release_requests
   WHERE tenant_id = $1 AND subject_type = $2 AND subject_id = $3 FOR UPDATE`);

/** Locks the request until this transaction ends. */
export function lockRequest(
  tx: Transaction,
  { tenantId, type, id }: HeldSubject,
): Promise<ReleaseRequest | undefined> {
  return tx.first(lock, [tenantId, type, id]);
}

// By the primary key. Replaces a request for something else.
const put = statement(`
  INSERT INTO release_requests (tenant_id, network, subject_type, subject_id, cents, subject_updated_at, requested_by,
                                reason, requested_at, target)
  VALUES ($1, $2, $3, $4, $5, $6::timestamptz, $7, $8, $9::timestamptz, $10)
  ON CONFLICT (tenant_id, subject_type, subject_id) DO UPDATE
     SET cents = excluded.cents, target = excluded.target, subject_updated_at = excluded.subject_updated_at,
         requested_by = excluded.requested_by, reason = excluded.reason, requested_at = excluded.requested_at`);

export async function putRequest(
  tx: Transaction,
  { tenantId, network, type }: HeldSubject,
  request: ReleaseRequest,
): Promise<void> {
  await tx.run(put, [
    tenantId,
    network,
    type,
    request.subjectId,
    request.cents,
    formatInstant(request.subjectUpdatedAt),
    request.requestedBy,
    request.reason,
    formatInstant(request.requestedAt),
    request.target,
  ]);
}

// By the primary key.
const remove = statement(
  "DELETE FROM release_requests WHERE tenant_id = $1 AND subject_type = $2 AND subject_id = $3",
);

export async function deleteRequest(tx: Transaction, { tenantId, type, id }: HeldSubject): Promise<void> {
  await tx.run(remove, [tenantId, type, id]);
}

// Index: release_requests_by_subject. Over all tenants: for operators, who have only the id.
const take = statement<TakenRequest>(`
  DELETE FROM release_requests WHERE subject_type = $1 AND subject_id = $2 RETURNING tenant_id, network, ${columns}`);

/** Deletes and returns a request; undefined if there is none. */
export function takeRequest(
  tx: Transaction,
  type: HeldSubject["type"],
  id: string,
): Promise<TakenRequest | undefined> {
  return tx.first(take, [type, id]);
}

export interface TakenRequest extends ReleaseRequest {
  readonly tenantId: TenantId;
  readonly network: Network;
}

// Index: release_requests_by_subject. Over all tenants: for operators.
const find = statement<ReleaseRequest>(`
  SELECT ${columns} FROM release_requests WHERE subject_type = $1 AND subject_id = ANY ($2::text[])`);

/** By the ids of the held items. */
export async function selectRequests(
  session: Session,
  type: HeldSubject["type"],
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReleaseRequest>> {
  if (ids.length === 0) return new Map();
  const rows = await session.rows(find, [type, ids]);
  return new Map(rows.map((row) => [row.subjectId, row]));
}
