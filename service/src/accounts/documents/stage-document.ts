import { auditChange } from "../../audit/index.ts";
import type { Session, Transaction } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { AccountId, NewId, TenantId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { orThrow, RefusalError, refuse } from "../../kernel/refusal.ts";
import { selectAccount } from "../store.ts";
import { type Described, type Document, documentTypeFor } from "./document.ts";
import type { ReceivedDocument } from "./receive-document.ts";
import { insertStagedDocument, lockTenantStaging, measureStaged } from "./store.ts";

export interface StageDocument {
  readonly principal: Principal;
  readonly received: ReceivedDocument;
  readonly described: Described;
  /** Pointer to the file in the request. */
  readonly pointer: string;
  readonly cause: Cause;
}

/** Per tenant, across all of its applications. */
export const maxStagedDocuments = 1_000;
export const maxStagedBytes = 5 * 1024 * 1024 * 1024;

/** Creates the document for received bytes, so that they can be linked to an account. */
export async function stageDocument(
  deps: { readonly clock: Clock; readonly newId: NewId },
  tx: Transaction,
  { principal, received, described, pointer, cause }: StageDocument,
): Promise<Document> {
  const { tenantId, network, caller } = principal;
  assert(caller.type === "application", "documents are staged by applications");
  assert(received.tenantId === tenantId, "bytes are received for the tenant that sends them");
  const documentType = orThrow(documentTypeFor(described));
  await requireCapacity(tx, { tenantId, size: received.size, pointer });
  const document: Document = {
    ...received,
    ...described,
    documentType,
    network,
    applicationId: caller.id,
    createdAt: deps.clock.now(),
    state: { name: "staged" },
  };
  await insertStagedDocument(tx, document);
  await auditChange(deps, tx, {
    cause,
    action: "document.stage",
    of: { tenantId, network, id: document.id },
    after: {
      state: "staged",
      document_kind: document.documentKind,
      document_type: documentType,
      person_label: document.personLabel ?? null,
      content_type: document.contentType,
      size_bytes: document.size,
    },
  });
  return document;
}

/** Checked only here, after the body is read: an idempotent replay must get its stored response. */
async function requireCapacity(
  tx: Transaction,
  {
    tenantId,
    size,
    pointer,
  }: { readonly tenantId: TenantId; readonly size: number; readonly pointer: string },
): Promise<void> {
  await lockTenantStaging(tx, tenantId);
  const { documents, bytes } = await measureStaged(tx, tenantId);
  if (documents < maxStagedDocuments && bytes + size <= maxStagedBytes) return;
  const detail = "cannot be stored: the limit of staged documents is reached; link them first";
  throw new RefusalError(refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] }));
}

/** If linking is refused, so is staging, before any bytes are sent. */
export async function requireDocumentsSupported(session: Session, { tenantId }: Principal): Promise<void> {
  // A managing account is its own tenant, and the accounts it manages inherit self_attested.
  const accountId = tenantId as string as AccountId;
  const account = await selectAccount(session, { tenantId, accountId });
  if (account?.selfAttested !== true) return;
  const detail = "documents are not supported for self-attested accounts";
  throw new RefusalError(refuse("documents_not_supported", detail));
}
