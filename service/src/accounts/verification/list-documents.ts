import type { Session } from "../../db/database.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { Account } from "../account.ts";
import { loadProfile } from "../profile/sealed-profile.ts";
import { selectRequirements, selectReviewedDocuments } from "./requirement-store.ts";
import type { Requirement } from "./requirements.ts";
import { personLabelsOf } from "./subjects.ts";

export interface DocumentsOfReview {
  readonly requirements: readonly Requirement[];
  /** Linked documents that were not requested. */
  readonly otherCount: number;
  readonly personLabels: readonly string[];
}

/** Documents that a review requires; none for a managing account, which has no review. */
export async function listDocuments(
  deps: { readonly keyRing: KeyRing },
  session: Session,
  account: Account,
): Promise<DocumentsOfReview> {
  if (account.kind === "managing") return { requirements: [], otherCount: 0, personLabels: [] };
  const key = { tenantId: account.tenantId, accountId: account.id };
  const documents = await selectReviewedDocuments(session, key);
  return {
    requirements: await selectRequirements(session, key),
    otherCount: documents.filter(({ requirementId }) => requirementId === undefined).length,
    personLabels: personLabelsOf(await loadProfile(deps, session, key)),
  };
}
