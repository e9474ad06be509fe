import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import type { AccountId, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Document, DocumentId, DocumentKey, DocumentState } from "./document.ts";

const columns = `tenant_id, network, id, application_id, account_id, document_kind, document_type, person_label, state,
  content_type, size_bytes, sha256, sealed_key, sealed_bytes, sealed_sha256, storage_key, target_key, created_at`;

type DocumentRow = Omit<Document, "size" | "sealedSize" | "state"> & {
  readonly accountId: AccountId | undefined;
  readonly state: DocumentState["name"];
  readonly sizeBytes: bigint;
  readonly sealedBytes: bigint;
  readonly targetKey: string | undefined;
};

const insert = statement(`
  INSERT INTO documents (tenant_id, network, id, application_id, document_kind, document_type, person_label, state,
    content_type, size_bytes, sha256, sealed_key, sealed_bytes, sealed_sha256, storage_key, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 'staged', $8, $9, $10, $11, $12, $13, $14, $15::timestamptz)`);

export async function insertStagedDocument(session: Session, document: Document): Promise<void> {
  assert(document.state.name === "staged", "a new document is staged");
  await session.run(insert, [
    document.tenantId,
    document.network,
    document.id,
    document.applicationId,
    document.documentKind,
    document.documentType,
    document.personLabel,
    document.contentType,
    document.size,
    document.sha256,
    document.sealedKey,
    document.sealedSize,
    document.sealedSha256,
    document.storageKey,
    formatInstant(document.createdAt),
  ]);
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

// Index: documents_by_account.
const countLinked = statement<{ documents: bigint }>(`
  SELECT count(*) AS documents FROM documents WHERE tenant_id = $1 AND account_id = $2`);

export async function countDocumentsOfAccount(
  session: Session,
  tenantId: TenantId,
  accountId: AccountId,
): Promise<number> {
  const row = await session.first(countLinked, [tenantId, accountId]);
  return Number(row?.documents ?? 0n);
}

// By the primary key. In id order, so that two requests that lock the same documents don't deadlock.
const lockMany = statement<DocumentRow>(`
  SELECT ${columns} FROM documents WHERE tenant_id = $1 AND id = ANY($2::text[]) ORDER BY id FOR UPDATE`);

export async function lockDocuments(
  session: Session,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly Document[]> {
  return (await session.rows(lockMany, [tenantId, [...ids]])).map(toDocument);
}

// By the primary key.
const linkMany = statement(`
  UPDATE documents SET state = 'linked', account_id = $2, linked_at = $3::timestamptz, target_key = target.key
  FROM unnest($4::text[], $5::text[]) AS target (id, key)
  WHERE documents.tenant_id = $1 AND documents.id = target.id AND documents.state = 'staged'`);

export function updateLinked(
  session: Session,
  link: {
    readonly tenantId: TenantId;
    readonly accountId: AccountId;
    readonly at: Instant;
    readonly targets: readonly { readonly id: DocumentId; readonly key: string }[];
  },
): Promise<number> {
  return session.run(linkMany, [
    link.tenantId,
    link.accountId,
    formatInstant(link.at),
    link.targets.map(({ id }) => id),
    link.targets.map(({ key }) => key),
  ]);
}

// By the primary key.
const findOne = statement<DocumentRow>(`SELECT ${columns} FROM documents WHERE tenant_id = $1 AND id = $2`);

export async function selectDocument(
  session: Session,
  { tenantId, id }: DocumentKey,
): Promise<Document | undefined> {
  const row = await session.first(findOne, [tenantId, id]);
  return row === undefined ? undefined : toDocument(row);
}

// Index: documents_by_id. Across all tenants: for the operator, never on the request path.
const findAnywhere = statement<DocumentRow>(`SELECT ${columns} FROM documents WHERE id = $1`);

export async function selectDocumentOfAnyTenant(
  session: Session,
  id: DocumentId,
): Promise<Document | undefined> {
  const row = await session.first(findAnywhere, [id]);
  return row === undefined ? undefined : toDocument(row);
}

// By the primary key.
const store = statement(`
  UPDATE documents SET state = 'stored', storage_key = target_key, stored_at = $3::timestamptz
  WHERE tenant_id = $1 AND id = $2 AND state = 'linked'`);

/** False if it was already done. */
export async function updateStored(
  session: Session,
  { tenantId, id }: DocumentKey,
  at: Instant,
): Promise<boolean> {
  return (await session.run(store, [tenantId, id, formatInstant(at)])) === 1;
}

function toDocument(row: DocumentRow): Document {
  const { sizeBytes, sealedBytes, accountId, targetKey, ...fields } = row;
  return { ...fields, size: Number(sizeBytes), sealedSize: Number(sealedBytes), state: stateOf(row) };
}

function stateOf({ state, accountId, targetKey }: DocumentRow): DocumentState {
  if (state === "staged" || state === "removing") return { name: state };
  assert(
    accountId !== undefined && targetKey !== undefined,
    "a linked document has an account and a target key",
  );
  return state === "linked" ? { name: "linked", accountId, targetKey } : { name: "stored", accountId };
}
