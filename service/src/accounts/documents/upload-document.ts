import { auditChange } from "../../audit/index.ts";
import type { Database } from "../../db/database.ts";
import { defineJob, type JobContext, type JobDefinition } from "../../jobs/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { systemCause } from "../../kernel/cause.ts";
import { type NewId, parseId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { Document, DocumentId, LinkedState } from "./document.ts";
import { measure } from "./inspect-bytes.ts";
import { type DocumentStorage, MissingObjectError } from "./storage.ts";
import { selectDocument, updateStored } from "./store.ts";

export interface UploadDocumentDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly documentStorage: DocumentStorage;
  readonly onStorageError: (error: unknown) => void;
}

export const uploadDocumentKind = "accounts.upload-document";

const timeoutMs = 5 * 60_000;
/**
 * With backoff of up to an hour, about a day: longer than a typical storage outage. After that, manual action is
 * needed.
 */
const maxAttempts = 30;

/** Copies a linked document from staging to its account's location. */
export function uploadDocumentJob(deps: UploadDocumentDeps): JobDefinition {
  return defineJob({
    kind: uploadDocumentKind,
    parse,
    maxAttempts,
    timeoutMs,
    handle: (context) => upload(deps, context),
  });
}

/**
 * The target location was recorded when the document was linked. The bytes are copied there, read back and checked
 * against their hash; only then is the row updated, and only after that is the staged copy deleted. Each step is
 * idempotent.
 */
async function upload(deps: UploadDocumentDeps, context: JobContext<DocumentId>): Promise<void> {
  const { tenantId, payload: id } = context.job;
  assert(tenantId !== undefined, "a document belongs to a tenant");
  const document = await selectDocument(deps.database, { tenantId, id });
  assert(document !== undefined, "a linked document is not removed");
  if (document.state.name !== "linked") return;
  await copyToTarget(deps, document, document.state);
  await recordStored(deps, context, document, document.state);
  try {
    await deps.documentStorage.remove(document.storageKey);
  } catch (error) {
    // The document is at its final location; the sweep removes the copy.
    deps.onStorageError(error);
  }
}

async function copyToTarget(
  { documentStorage }: UploadDocumentDeps,
  document: Document,
  { targetKey }: LinkedState,
): Promise<void> {
  if (await holds(documentStorage, targetKey, document)) return;
  const { passed, measured } = measure(documentStorage.get(document.storageKey));
  await documentStorage.put(targetKey, passed);
  if (!isThatOf(document, measured()))
    throw new DocumentDamagedError("the staged copy does not match the staged document");
  if (await holds(documentStorage, targetKey, document)) return;
  throw new DocumentDamagedError("the storage does not return the stored bytes");
}

async function recordStored(
  deps: UploadDocumentDeps,
  context: JobContext<DocumentId>,
  document: Document,
  { accountId }: LinkedState,
): Promise<void> {
  const { tenantId, network, id } = document;
  await deps.database.transaction(async (tx) => {
    await context.completeIn(tx);
    if ((await updateStored(tx, { ...document, storedAt: deps.clock.now() })) === 0) return;
    await auditChange(deps, tx, {
      cause: systemCause(uploadDocumentKind),
      action: "document.store",
      of: { tenantId, network, id, accountId },
      before: { state: "linked" },
      after: { state: "stored" },
    });
  });
}

/** Reads it back: an earlier attempt may have left something else there. */
async function holds(storage: DocumentStorage, key: string, document: Document): Promise<boolean> {
  if ((await storage.find(key))?.size !== document.sealedSize) return false;
  const { passed, measured } = measure(storage.get(key));
  try {
    for await (const _ of passed);
  } catch (error) {
    if (error instanceof MissingObjectError) return false;
    throw error;
  }
  return isThatOf(document, measured());
}

function isThatOf(
  { sealedSize, sealedSha256 }: Document,
  { size, sha256 }: { readonly size: number; readonly sha256: Buffer },
): boolean {
  return size === sealedSize && sha256.equals(sealedSha256);
}

function parse(payload: Json): DocumentId {
  const text = (payload as { readonly document_id?: Json }).document_id;
  const id: DocumentId | undefined = typeof text === "string" ? parseId<"document">(text) : undefined;
  assert(id !== undefined, "the payload names a document");
  return id;
}

class DocumentDamagedError extends Error {
  override readonly name = "DocumentDamagedError";
}
