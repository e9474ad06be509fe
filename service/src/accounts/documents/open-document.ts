import { Readable } from "node:stream";
import { auditChange } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { EnvelopeError, type KeyRing, open } from "../../kernel/envelope.ts";
import type { AccountId, NewId, TenantId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { openStream } from "../../kernel/sealed-stream.ts";
import { documentContext } from "../tables.ts";
import type { Document, DocumentId } from "./document.ts";
import { measure } from "./inspect-bytes.ts";
import type { DocumentStorage } from "./storage.ts";
import { selectDocument, selectDocumentOfAnyTenant } from "./store.ts";

export interface OpenDocumentDeps {
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly documentStorage: DocumentStorage;
}

export interface OpenDocument {
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
  readonly documentId: DocumentId;
  readonly cause: Cause;
}

/** If the stream ends with an error, discard everything read from it. */
export interface OpenedDocument {
  readonly document: Document;
  readonly bytes: Readable;
}

/** Opens a document linked to the account, for a reviewer. The access is recorded first. */
export async function openDocument(
  deps: OpenDocumentDeps,
  session: Session,
  { tenantId, accountId, documentId, cause }: OpenDocument,
): Promise<OpenedDocument> {
  const document = await selectDocument(session, { tenantId, id: documentId });
  const linkedTo = document === undefined ? undefined : accountOf(document);
  if (document === undefined || linkedTo !== accountId) throw noSuchDocument();
  return { document, bytes: await openRecorded(deps, session, document, cause) };
}

/** Opens a document by id alone, for the operator; staged documents, too. */
export async function openAnyDocument(
  deps: OpenDocumentDeps,
  session: Session,
  { documentId, cause }: Pick<OpenDocument, "documentId" | "cause">,
): Promise<OpenedDocument> {
  const document = await selectDocumentOfAnyTenant(session, documentId);
  if (document === undefined) throw noSuchDocument();
  return { document, bytes: await openRecorded(deps, session, document, cause) };
}

async function openRecorded(
  deps: OpenDocumentDeps,
  session: Session,
  document: Document,
  cause: Cause,
): Promise<Readable> {
  const { tenantId, network, id } = document;
  const context = documentContext(document);
  const key = open(deps.keyRing, document.sealedKey, context);
  const accountId = accountOf(document);
  await auditChange(deps, session, {
    cause,
    action: "document.open",
    of: { tenantId, network, id, accountId },
  });
  const opened = openStream(deps.documentStorage.get(document.storageKey), { key, context });
  return Readable.from(verified(opened, document), { objectMode: false });
}

/** The sealed stream authenticates itself; the hash in the row proves that it is the document that was staged. */
async function* verified(bytes: AsyncIterable<Buffer>, document: Document): AsyncGenerator<Buffer> {
  const { passed, measured } = measure(bytes);
  yield* passed;
  const { size, sha256 } = measured();
  if (size === document.size && sha256.equals(document.sha256)) return;
  throw new EnvelopeError("the document's bytes do not match the staged document");
}

function accountOf({ state }: Document): AccountId | undefined {
  return state.name === "linked" || state.name === "stored" ? state.accountId : undefined;
}

function noSuchDocument(): RefusalError {
  return new RefusalError(refuse("not_found", "there is no document with this id"));
}
