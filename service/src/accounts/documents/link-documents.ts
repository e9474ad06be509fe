import { recordAudit } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import type { JobQueue } from "../../jobs/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { AccountId, NewId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { type FieldError, orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import type { LinkedDocument } from "../verification/requirements.ts";
import { accountKey, type Document } from "./document.ts";
import { countDocumentsOfAccount, lockDocuments, updateLinked } from "./store.ts";
import { uploadDocumentKind } from "./upload-document.ts";

export interface LinkDocumentsDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly jobQueue: JobQueue;
  /** How long a staged document can be linked; see `DOCUMENT_STAGED_DAYS`. */
  readonly documentStagedMs: number;
}

export interface LinkDocuments {
  readonly principal: Principal;
  /** Created or locked in this transaction. */
  readonly accountId: AccountId;
  /** Labels of the account's individuals. */
  readonly personLabels: readonly string[];
  readonly docSubmissionIds: readonly string[];
  /** Pointer to the list in the request. */
  readonly pointer: "/doc_submission_ids";
  readonly cause: Cause;
}

export const maxDocumentsPerAccount = 200;

/** Links all documents to the account, or refuses with an error for each that cannot be linked. */
export async function linkDocuments(
  deps: LinkDocumentsDeps,
  tx: Transaction,
  request: LinkDocuments,
): Promise<readonly LinkedDocument[]> {
  const { principal, accountId, cause } = request;
  const { tenantId, network } = principal;
  const now = deps.clock.now();
  const locked = await lockDocuments(tx, tenantId, request.docSubmissionIds);
  const documents = orThrow(decideLinks(locked, request, now - deps.documentStagedMs));
  await requireCapacity(tx, request);
  const linked = await updateLinked(
    tx,
    { tenantId },
    documents.map(({ id }) => ({
      id,
      accountId,
      linkedAt: now,
      targetKey: accountKey({ tenantId, id }, accountId),
    })),
  );
  assert(linked === documents.length, "a locked, staged document can be linked");
  await deps.jobQueue.enqueueAll(
    tx,
    documents.map(({ id }) => ({
      kind: uploadDocumentKind,
      tenantId,
      network,
      payload: { document_id: id },
      dedupeKey: id,
    })),
  );
  await recordAudit(
    deps,
    tx,
    { tenantId, network },
    documents.map(({ id }) => ({
      cause,
      action: "document.link",
      subject: { type: "document", id },
      accountId,
      before: { state: "staged" },
      after: { state: "linked" },
    })),
  );
  return documents.map(({ id, documentKind, documentType, personLabel }) => ({
    id,
    documentKind,
    documentType,
    personLabel,
  }));
}

/** The documents in request order, or a refusal with an error per document. */
function decideLinks(
  documents: readonly Document[],
  { principal, docSubmissionIds, pointer, personLabels }: LinkDocuments,
  staleBefore: number,
): readonly Document[] | Refusal {
  const byId = new Map<string, Document>(
    documents
      .filter((document) => isStagedBy(document, principal))
      .map((document) => [document.id, document]),
  );
  const errors: FieldError[] = [];
  const links = docSubmissionIds.flatMap((id, index) => {
    const document = byId.get(id);
    const detail =
      docSubmissionIds.indexOf(id) < index
        ? "must not appear more than once"
        : obstacle(document, staleBefore, personLabels);
    if (detail === undefined && document !== undefined) return [document];
    if (detail !== undefined) errors.push({ pointer: `${pointer}/${index}`, detail });
    return [];
  });
  const [first] = errors;
  if (first === undefined) return links;
  return refuse("unprocessable", `${first.pointer} ${first.detail}`, { errors });
}

/** Documents of other applications are not visible to this one. */
function isStagedBy({ applicationId, network }: Document, principal: Principal): boolean {
  return applicationId === principal.caller.id && network === principal.network;
}

function obstacle(
  document: Document | undefined,
  staleBefore: number,
  personLabels: readonly string[],
): string | undefined {
  if (document === undefined) return "is not a document staged by this application";
  const { personLabel } = document;
  switch (document.state.name) {
    case "staged":
      if (document.createdAt < staleBefore) return "was staged too long ago; stage it again";
      if (personLabel === undefined || personLabels.includes(personLabel)) return undefined;
      return `is a document of ${personLabel}, but the account has no individual with that label`;
    case "removing":
      return "was staged too long ago; stage it again";
    case "linked":
    case "stored":
      return "is already linked";
  }
}

async function requireCapacity(
  tx: Transaction,
  { principal, accountId, docSubmissionIds, pointer }: LinkDocuments,
): Promise<void> {
  const linked = await countDocumentsOfAccount(tx, { tenantId: principal.tenantId, accountId });
  if (linked + docSubmissionIds.length <= maxDocumentsPerAccount) return;
  const detail = `would exceed the limit of ${maxDocumentsPerAccount} documents per account`;
  throw new RefusalError(refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] }));
}
