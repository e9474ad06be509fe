import { byTenant } from "../../db/by-tenant.ts";
import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { assert } from "../../kernel/assert.ts";
import type { TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { documents } from "../tables.ts";
import type { Document, DocumentKey, DocumentState } from "./document.ts";

type DocumentRow = RowOf<typeof documents>;

const insert = documents.insert();

export async function insertStagedDocument(session: Session, document: Document): Promise<void> {
  assert(document.state.name === "staged", "a new document is staged");
  const sizeBytes = BigInt(document.size);
  await insert(session, {
    ...document,
    state: "staged",
    sizeBytes,
    sealedBytes: BigInt(document.sealedSize),
  });
}

// Arbitrary seed, unique among the advisory locks that are hashed from a tenant.
const lockStaging = statement(`SELECT pg_advisory_xact_lock(hashtextextended($1, 7306096912738511))`);

/** Serializes staging per tenant, so that the limits are exact. */
export async function lockTenantStaging(session: Session, tenantId: TenantId): Promise<void> {
  await session.run(lockStaging, [tenantId]);
}

// Index-only scan of documents_unlinked_by_tenant.
const measureStaging = statement<{ documents: bigint; bytes: bigint }>(`
  SELECT count(*) AS documents, coalesce(sum(size_bytes), 0)::bigint AS bytes FROM documents
  WHERE tenant_id = $1 AND state IN ('staged', 'removing')`);

/** Documents to be linked or removed: their bytes are still stored. */
export async function measureStaged(
  session: Session,
  tenantId: TenantId,
): Promise<{ readonly documents: number; readonly bytes: number }> {
  const row = await session.first(measureStaging, [tenantId]);
  assert(row !== undefined, "an aggregate has a row");
  return { documents: Number(row.documents), bytes: Number(row.bytes) };
}

/** Index: documents_by_account. */
export const countDocumentsOfAccount = documents.count({ by: ["tenantId", "accountId"] });

// In id order, so that two requests that lock the same documents don't deadlock.
const lockMany = documents.many({ by: ["tenantId", "id[]"], orderBy: ["id"], lock: "UPDATE" });

export async function lockDocuments(
  tx: Transaction,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly Document[]> {
  return (await lockMany(tx, { tenantId, id: ids })).map(toDocument);
}

export const updateLinked = documents.updateMany({
  of: ["tenantId"],
  set: ["accountId", "linkedAt", "targetKey"],
  setText: "state = 'linked'",
  where: "documents.state = 'staged'",
});

const findOne = documents.one({ by: ["tenantId", "id"] });

export async function selectDocument(session: Session, key: DocumentKey): Promise<Document | undefined> {
  const row = await findOne(session, key);
  return row === undefined ? undefined : toDocument(row);
}

// Index: documents_by_id. Across all tenants: for the operator, never on the request path.
const findAnywhere = documents.one({ by: ["id"] });

export async function selectDocumentOfAnyTenant(session: Session, id: string): Promise<Document | undefined> {
  const row = await findAnywhere(session, { id });
  return row === undefined ? undefined : toDocument(row);
}

/** No row if it was already done. */
export const updateStored = documents.update({
  by: ["tenantId", "id"],
  where: "state = 'linked'",
  set: ["storedAt"],
  setText: "state = 'stored', storage_key = target_key",
});

// All statements from here on span all tenants, for scheduled jobs; never on the request path.

// Index: documents_unlinked.
const findStale = documents.many({
  columns: ["tenantId", "id"],
  where: "state = 'staged'",
  by: ["createdAt <"],
  orderBy: ["createdAt"],
  limit: true,
});

// By the primary key. Skips rows that a request is currently linking; the next run takes them.
const markStale = statement(
  `
  UPDATE documents SET state = 'removing'
  WHERE tenant_id = $1 AND id IN (
    SELECT id FROM documents WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND state = 'staged'
    FOR UPDATE SKIP LOCKED)`,
  { audited: [] },
);

/** These can no longer be linked. */
export async function updateStaleToRemoving(
  session: Session,
  before: Instant,
  limit: number,
): Promise<number> {
  const stale = await findStale(session, { createdAt: before, limit });
  let marked = 0;
  for (const [tenantId, ofTenant] of byTenant(stale)) {
    const ids = ofTenant.map(({ id }) => id);
    marked += await session.run(markStale, [tenantId, ids]);
  }
  return marked;
}

/** A document being removed, and the location of its bytes. */
export type RemovableDocument = Pick<DocumentRow, "tenantId" | "network" | "id" | "storageKey" | "createdAt">;

// Index: documents_unlinked.
const findRemoving = statement<RemovableDocument>(`
  SELECT tenant_id, network, id, storage_key, created_at FROM documents
  WHERE state = 'removing' AND (created_at, id) > ($1::timestamptz, $2) ORDER BY created_at, id LIMIT $3`);

export function selectRemoving(
  session: Session,
  after: { readonly createdAt: Instant; readonly id: string },
  limit: number,
): Promise<readonly RemovableDocument[]> {
  const values = [formatInstant(after.createdAt), after.id, limit];
  return session.rows(findRemoving, values);
}

export const deleteRemoving = documents.remove({ by: ["tenantId", "id"], where: "state = 'removing'" });

// By the primary key. A stored document has left staging: the staged object is a copy.
const findAwaited = statement<{ readonly key: string }>(`
  SELECT documents.storage_key AS key
  FROM unnest($1::text[], $2::text[]) AS object (tenant_id, id)
  JOIN documents ON documents.tenant_id = object.tenant_id AND documents.id = object.id
  WHERE documents.state <> 'stored'`);

/** The keys among these that a row still needs. */
export async function selectAwaitedKeys(
  session: Session,
  documents: readonly { readonly tenantId: string; readonly id: string }[],
): Promise<ReadonlySet<string>> {
  const values = [documents.map(({ tenantId }) => tenantId), documents.map(({ id }) => id)];
  const rows = await session.rows(findAwaited, values);
  return new Set(rows.map(({ key }) => key));
}

function toDocument(row: DocumentRow): Document {
  const { sizeBytes, sealedBytes } = row;
  return { ...row, size: Number(sizeBytes), sealedSize: Number(sealedBytes), state: stateOf(row) };
}

function stateOf({ state, accountId, targetKey }: DocumentRow): DocumentState {
  if (state === "staged" || state === "removing") return { name: state };
  assert(
    accountId !== undefined && targetKey !== undefined,
    "a linked document has an account and a target key",
  );
  return state === "linked" ? { name: "linked", accountId, targetKey } : { name: "stored", accountId };
}

export const storedDocuments = documents.view("id");
