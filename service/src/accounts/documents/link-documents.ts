import { recordAudit } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import type { JobQueue } from "../../jobs/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { AccountId, NewId } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import { type FieldError, orThrow, type Refusal, refuse } from "../../kernel/refusal.ts";
import type { LinkedDocument } from "../verification/requirements.ts";
import { accountKey, type Document } from "./document.ts";
import { lockDocuments, updateLinked } from "./store.ts";
import { uploadDocumentKind } from "./upload-document.ts";

export interface LinkDocumentsDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly jobQueue: JobQueue;
  /** How long a document may wait to be linked; see `DOCUMENT_STAGED_DAYS`. */
  readonly documentStagedMs: number;
}

export interface LinkDocuments {
  readonly principal: Principal;
  /** It exists in this transaction. */
  readonly accountId: AccountId;
  readonly docSubmissionIds: readonly string[];
  /** Where the list stands in the request. */
  readonly pointer: "/doc_submission_ids";
  readonly cause: Cause;
}

/** Links all of the documents to the account, or refuses and names each entry that cannot be linked. */
export async function linkDocuments(
  deps: LinkDocumentsDeps,
  tx: Transaction,
  request: LinkDocuments,
): Promise<readonly LinkedDocument[]> {
  const { principal, accountId, docSubmissionIds, pointer, cause } = request;
  const { tenantId, network } = principal;
  const now = deps.clock.now();
  const locked = await lockDocuments(tx, tenantId, docSubmissionIds);
  const documents = orThrow(
    decideLinks(locked, { principal, docSubmissionIds, pointer, now, stagedMs: deps.documentStagedMs }),
  );
  const targets = documents.map((document) => ({ id: document.id, key: accountKey(document, accountId) }));
  const linked = await updateLinked(tx, { tenantId, accountId, at: now, targets });
  assert(linked === documents.length, "a document that is locked and staged can be linked");
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

/** The documents in the order of the request, or why not, entry by entry. */
function decideLinks(
  documents: readonly Document[],
  request: Pick<LinkDocuments, "principal" | "docSubmissionIds" | "pointer"> & {
    readonly now: Instant;
    readonly stagedMs: number;
  },
): readonly Document[] | Refusal {
  const { principal, docSubmissionIds, pointer, now, stagedMs } = request;
  const byId = new Map<string, Document>(
    documents.filter((document) => isOf(document, principal)).map((document) => [document.id, document]),
  );
  const errors: FieldError[] = [];
  const links = docSubmissionIds.flatMap((id, index) => {
    const document = byId.get(id);
    const detail = docSubmissionIds.indexOf(id) < index ? "stands twice" : obstacle(document, now - stagedMs);
    if (detail === undefined && document !== undefined) return [document];
    if (detail !== undefined) errors.push({ pointer: `${pointer}/${index}`, detail });
    return [];
  });
  const [first] = errors;
  if (first === undefined) return links;
  return refuse("unprocessable", `${first.pointer} ${first.detail}`, { errors });
}

/** A document of another application does not exist for this one. */
function isOf({ applicationId, network }: Document, principal: Principal): boolean {
  return applicationId === principal.applicationId && network === principal.network;
}

function obstacle(document: Document | undefined, staleBefore: number): string | undefined {
  const unknown = "is not a document that this application has staged";
  if (document === undefined) return unknown;
  switch (document.state.name) {
    case "staged":
      return document.createdAt < staleBefore ? "was staged too long ago; stage it again" : undefined;
    case "removing":
      return "was staged too long ago; stage it again";
    case "linked":
    case "stored":
      return "is linked already";
  }
}
