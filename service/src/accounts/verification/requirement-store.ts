import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Assignment, LinkedDocument, Requirement } from "./requirements.ts";
import type { RequirementId, Verification, VerificationKey } from "./verification.ts";

type Owner = Pick<Verification, "tenantId" | "network" | "accountId">;

// Index: verification_requirements_by_account.
const selectAll = statement<Requirement>(`
  SELECT id, document_kind, document_type, display_name, person_label, status, doc_submission_id, requested_at
    FROM verification_requirements WHERE tenant_id = $1 AND account_id = $2 ORDER BY id`);

/** In the order in which they were requested. */
export function selectRequirements(
  session: Session,
  { tenantId, accountId }: VerificationKey,
): Promise<readonly Requirement[]> {
  return session.rows(selectAll, [tenantId, accountId]);
}

const insertMany = statement(`
  INSERT INTO verification_requirements (tenant_id, network, account_id, id, document_kind, document_type,
                                         display_name, person_label, status, requested_at, updated_at)
  SELECT $1, $2, $3, id, document_kind, document_type, display_name, person_label, 'pending_upload',
         $9::timestamptz, $9::timestamptz
    FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
      AS requirement (id, document_kind, document_type, display_name, person_label)`);

/** New requirements are pending upload. */
export async function insertRequirements(
  tx: Session,
  { tenantId, network, accountId }: Owner,
  requirements: readonly Requirement[],
  now: Instant,
): Promise<void> {
  if (requirements.length === 0) return;
  await tx.run(insertMany, [
    tenantId,
    network,
    accountId,
    requirements.map(({ id }) => id),
    requirements.map(({ documentKind }) => documentKind),
    requirements.map(({ documentType }) => documentType),
    requirements.map(({ displayName }) => displayName),
    requirements.map(({ personLabel }) => personLabel),
    formatInstant(now),
  ]);
}

const insertDocuments = statement(`
  INSERT INTO verification_documents (tenant_id, network, account_id, doc_submission_id, document_kind,
                                      document_type, person_label, linked_at)
  SELECT $1, $2, $3, doc_submission_id, document_kind, document_type, person_label, $8::timestamptz
    FROM unnest($4::text[], $5::text[], $6::text[], $7::text[])
      AS document (doc_submission_id, document_kind, document_type, person_label)`);

export async function insertLinkedDocuments(
  tx: Session,
  { tenantId, network, accountId }: Owner,
  documents: readonly LinkedDocument[],
  now: Instant,
): Promise<void> {
  if (documents.length === 0) return;
  await tx.run(insertDocuments, [
    tenantId,
    network,
    accountId,
    documents.map(({ id }) => id),
    documents.map(({ documentKind }) => documentKind),
    documents.map(({ documentType }) => documentType),
    documents.map(({ personLabel }) => personLabel),
    formatInstant(now),
  ]);
}

/** A linked document, and the requirement that it fulfills, if any. */
export interface ReviewedDocument extends LinkedDocument {
  readonly requirementId: RequirementId | undefined;
  readonly linkedAt: Instant;
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

const markUploaded = statement(`
  UPDATE verification_requirements AS requirement
     SET status = 'uploaded', doc_submission_id = given.document_id, updated_at = $5::timestamptz
    FROM unnest($3::text[], $4::text[]) AS given (requirement_id, document_id)
   WHERE requirement.tenant_id = $1 AND requirement.account_id = $2 AND requirement.id = given.requirement_id
     AND requirement.status = 'pending_upload'`);

const markServing = statement(`
  UPDATE verification_documents AS document
     SET requirement_id = given.requirement_id
    FROM unnest($3::text[], $4::text[]) AS given (requirement_id, document_id)
   WHERE document.tenant_id = $1 AND document.account_id = $2 AND document.doc_submission_id = given.document_id
     AND document.requirement_id IS NULL`);

export async function assignDocuments(
  tx: Session,
  key: VerificationKey,
  assignments: readonly Assignment[],
  now: Instant,
): Promise<void> {
  if (assignments.length === 0) return;
  const values = [
    key.tenantId,
    key.accountId,
    assignments.map(({ requirementId }) => requirementId),
    assignments.map(({ documentId }) => documentId),
  ];
  const uploaded = await tx.run(markUploaded, [...values, formatInstant(now)]);
  const serving = await tx.run(markServing, values);
  assert(uploaded === assignments.length && serving === assignments.length, "each fulfills one requirement");
}

const updateStatus = statement(`
  UPDATE verification_requirements SET status = $4, updated_at = $5::timestamptz
   WHERE tenant_id = $1 AND account_id = $2 AND id = $3 AND status <> 'pending_upload'`);

export async function updateRequirementStatus(
  tx: Session,
  key: VerificationKey,
  change: { readonly id: RequirementId; readonly status: "accepted" | "rejected"; readonly at: Instant },
): Promise<void> {
  const { id, status, at } = change;
  const touched = await tx.run(updateStatus, [key.tenantId, key.accountId, id, status, formatInstant(at)]);
  assert(touched === 1, "a reviewed document was uploaded");
}

// Index: verification_requirements_by_account.
const withdraw = statement(`
  UPDATE verification_requirements SET status = 'withdrawn', updated_at = $3::timestamptz
   WHERE tenant_id = $1 AND account_id = $2 AND status = 'pending_upload'`);

/** Withdraws the requirements that are still pending when a review ends. */
export async function withdrawRequirements(
  tx: Session,
  { tenantId, accountId }: VerificationKey,
  at: Instant,
): Promise<void> {
  await tx.run(withdraw, [tenantId, accountId, formatInstant(at)]);
}
