import { byTenant } from "../../db/by-tenant.ts";
import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { DocumentKey } from "./document.ts";

// All statements here span all tenants, for scheduled jobs and the operator; never on the request path.

/** A document being removed, and the location of its bytes. */
export interface RemovableDocument extends DocumentKey {
  readonly network: Network;
  readonly storageKey: string;
  readonly createdAt: Instant;
}

// Index: documents_unlinked.
const findStale = statement<DocumentKey>(`
  SELECT tenant_id, id FROM documents WHERE state = 'staged' AND created_at < $1::timestamptz
  ORDER BY created_at LIMIT $2`);

// By the primary key. Skips rows that a request is currently linking; the next run takes them.
const markStale = statement(`
  UPDATE documents SET state = 'removing'
  WHERE tenant_id = $1 AND id IN (
    SELECT id FROM documents WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND state = 'staged'
    FOR UPDATE SKIP LOCKED)`);

/** These can no longer be linked. */
export async function updateStaleToRemoving(
  session: Session,
  before: Instant,
  limit: number,
): Promise<number> {
  const stale = await session.rows(findStale, [formatInstant(before), limit]);
  let marked = 0;
  for (const [tenantId, documents] of byTenant(stale)) {
    const ids = documents.map(({ id }) => id);
    marked += await session.run(markStale, [tenantId, ids]);
  }
  return marked;
}

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

// By the primary key.
const remove = statement(`DELETE FROM documents WHERE tenant_id = $1 AND id = $2 AND state = 'removing'`);

export async function deleteRemoving(session: Session, { tenantId, id }: DocumentKey): Promise<boolean> {
  return (await session.run(remove, [tenantId, id])) === 1;
}

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
