import { auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { type AdvanceDeps, advance, lockVerification, touch } from "./advance.ts";
import type { AccountUnderReview } from "./begin-verification.ts";
import { assignDocuments, insertLinkedDocuments, selectRequirements } from "./requirement-store.ts";
import { type LinkedDocument, matchDocuments } from "./requirements.ts";
import { statusOf } from "./verification.ts";

export interface NoteLinkedDocuments {
  readonly account: AccountUnderReview;
  readonly cause: Cause;
  readonly linkedDocuments: readonly LinkedDocument[];
}

/**
 * Runs in the transaction that links documents to an account under review. Requested ones become `uploaded`; with the
 * last of them the review continues.
 */
export async function noteLinkedDocuments(
  deps: AdvanceDeps,
  tx: Transaction,
  { account, cause, linkedDocuments }: NoteLinkedDocuments,
): Promise<void> {
  const verification = await lockVerification(tx, { tenantId: account.tenantId, accountId: account.id });
  if (verification === undefined || statusOf(verification.state.stage) !== "pending") {
    throw new RefusalError(refuse("conflict", "documents can be linked only while the account is pending"));
  }
  const now = deps.clock.now();
  await insertLinkedDocuments(tx, verification, linkedDocuments, now);
  const requirements = await selectRequirements(tx, verification);
  const { assignments, isComplete } = matchDocuments(requirements, linkedDocuments);
  await assignDocuments(tx, verification, assignments, now);
  await auditChange(deps, tx, {
    cause,
    action: "verification.note_documents",
    of: { ...account, accountId: account.id },
    after: { linked_documents: linkedDocuments.length, matched: assignments.length },
  });
  if (verification.state.stage === "documents_required" && isComplete) {
    await advance(deps, tx, { verification, event: { name: "documents_submitted" }, cause });
  } else {
    await touch(tx, verification, now);
  }
}
