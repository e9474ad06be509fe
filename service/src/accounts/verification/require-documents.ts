import type { Transaction } from "../../db/database.ts";
import type { NewId } from "../../kernel/id.ts";
import { orThrow } from "../../kernel/refusal.ts";
import {
  assignDocuments,
  insertRequirements,
  selectRequirements,
  selectReviewedDocuments,
} from "./requirement-store.ts";
import {
  displayNameOf,
  documentTypeOf,
  matchDocuments,
  newlyRequired,
  type RequiredDocument,
  type Requirement,
} from "./requirements.ts";
import type { Verification } from "./verification.ts";

export interface RequiredBy {
  readonly documents: readonly RequiredDocument[];
  /**
   * True if documents linked before the request may fulfill it. For reviewers it is false: they have already seen them.
   */
  readonly takesLinked: boolean;
}

/** Inserts the required documents and returns all requirements. */
export async function requireDocuments(
  { newId }: { readonly newId: NewId },
  tx: Transaction,
  verification: Verification,
  { documents, takesLinked }: RequiredBy,
): Promise<readonly Requirement[]> {
  const now = verification.updatedAt;
  const known = await selectRequirements(tx, verification);
  const added = orThrow(newlyRequired(known, documents)).map(
    (document): Requirement => ({
      ...document,
      id: newId<"verification-requirement">(),
      documentType: documentTypeOf(document),
      displayName: displayNameOf(document),
      status: "pending_upload",
      docSubmissionId: undefined,
      requestedAt: now,
    }),
  );
  await insertRequirements(tx, verification, added);
  if (takesLinked) {
    const { assignments } = matchDocuments(added, await freeDocuments(tx, verification));
    await assignDocuments(tx, verification, assignments, now);
  }
  return selectRequirements(tx, verification);
}

/** Linked documents that fulfill no requirement yet. */
export async function freeDocuments(tx: Transaction, verification: Verification) {
  const documents = await selectReviewedDocuments(tx, verification);
  return documents.filter(({ requirementId }) => requirementId === undefined);
}
