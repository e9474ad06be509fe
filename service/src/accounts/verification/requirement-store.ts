import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import { verificationDocuments, verificationRequirements } from "../tables.ts";
import type { Assignment, LinkedDocument } from "./requirements.ts";
import type { ReviewOwner, VerificationKey } from "./verification.ts";

/** In the order in which they were requested. Index: verification_requirements_by_account. */
export const selectRequirements = verificationRequirements.many({
  by: ["tenantId", "accountId"],
  orderBy: ["id"],
});

export const insertRequirements = verificationRequirements.insertMany({
  of: ["tenantId", "network", "accountId", "updatedAt"],
});

const insertDocuments = verificationDocuments.insertMany({
  of: ["tenantId", "network", "accountId", "linkedAt"],
});

export async function insertLinkedDocuments(
  tx: Session,
  owner: ReviewOwner,
  documents: readonly LinkedDocument[],
  linkedAt: Instant,
): Promise<void> {
  const rows = documents.map(({ id, ...document }) => ({ ...document, docSubmissionId: id }));
  await insertDocuments(tx, { ...owner, linkedAt }, rows);
}

/** A linked document, and the requirement that it fulfills, if any. */
export interface ReviewedDocument
  extends LinkedDocument,
    Pick<RowOf<typeof verificationDocuments>, "requirementId" | "linkedAt"> {
  /** Content type of its bytes. */
  readonly contentType: string | undefined;
  readonly size: number | undefined;
}

// By a prefix of the primary key; then each document by its primary key.
const selectDocuments = statement<Omit<ReviewedDocument, "size"> & { readonly size: bigint | undefined }>(`
  SELECT linked.doc_submission_id AS id, linked.document_kind, linked.document_type, linked.person_label,
         linked.requirement_id, linked.linked_at, document.content_type, document.size_bytes AS size
    FROM verification_documents AS linked
    LEFT JOIN documents AS document
      ON document.tenant_id = linked.tenant_id AND document.id = linked.doc_submission_id
   WHERE linked.tenant_id = $1 AND linked.account_id = $2 ORDER BY linked.doc_submission_id`);

export async function selectReviewedDocuments(
  session: Session,
  { tenantId, accountId }: VerificationKey,
): Promise<readonly ReviewedDocument[]> {
  const rows = await session.rows(selectDocuments, [tenantId, accountId]);
  return rows.map((row) => ({ ...row, size: row.size === undefined ? undefined : Number(row.size) }));
}

const markUploaded = verificationRequirements.updateMany({
  of: ["tenantId"],
  set: ["docSubmissionId", "updatedAt"],
  setText: "status = 'uploaded'",
  where: "verification_requirements.status = 'pending_upload'",
});

const markServing = verificationDocuments.updateMany({
  of: ["tenantId", "accountId"],
  set: ["requirementId"],
  where: "verification_documents.requirement_id IS NULL",
});

export async function assignDocuments(
  tx: Session,
  key: VerificationKey,
  assignments: readonly Assignment[],
  updatedAt: Instant,
): Promise<void> {
  const rows = assignments.map(({ requirementId, documentId: docSubmissionId }) => ({
    id: requirementId,
    requirementId,
    docSubmissionId,
    updatedAt,
  }));
  const uploaded = await markUploaded(tx, key, rows);
  const serving = await markServing(tx, key, rows);
  assert(uploaded === rows.length && serving === rows.length, "each fulfills one requirement");
}

/** Of an uploaded document. */
export const updateRequirementStatus = verificationRequirements.updateOne({
  by: ["tenantId", "accountId", "id"],
  where: "status <> 'pending_upload'",
  set: ["status", "updatedAt"],
});

/** Withdraws the requirements that are still pending when a review ends. Index: verification_requirements_by_account. */
export const withdrawRequirements = verificationRequirements.update({
  by: ["tenantId", "accountId"],
  where: "status = 'pending_upload'",
  set: ["updatedAt"],
  setText: "status = 'withdrawn'",
});
