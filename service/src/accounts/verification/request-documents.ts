import type { Transaction } from "../../db/database.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { loadProfile } from "../profile/sealed-profile.ts";
import { type AdvanceDeps, advance } from "./advance.ts";
import { requireDocumentsPossible } from "./documents-possible.ts";
import { checkRequired, type RequiredDocument, type RequirementSet, requiredBySet } from "./requirements.ts";
import { lockForDecision, type ReviewDecision, readReason } from "./review-decision.ts";
import { personLabelsOf } from "./subjects.ts";
import type { Verification } from "./verification.ts";

export interface RequestDocumentsDeps extends AdvanceDeps {
  readonly keyRing: KeyRing;
}

export interface RequestDocuments extends ReviewDecision {
  readonly requested: RequestedDocuments;
  readonly reason: string | undefined;
}

/** A named set, or individual documents. */
export type RequestedDocuments =
  | { readonly set: RequirementSet }
  | { readonly documents: readonly RequiredDocument[] };

export async function requestDocuments(
  deps: RequestDocumentsDeps,
  tx: Transaction,
  decision: RequestDocuments,
): Promise<Verification> {
  const verification = await lockForDecision(tx, decision);
  await requireDocumentsPossible(tx, verification);
  const reason = orThrow(readReason(decision.reason, { isNeeded: false }));
  const documents = await resolveRequested(deps, tx, decision, decision.requested);
  const event = { name: "reviewer_requested_documents", reason } as const;
  const required = { documents, takesLinked: false };
  return advance(deps, tx, { verification, event, cause: decision.cause, required });
}

/** Labels must be those of the account's individuals. */
export async function resolveRequested(
  deps: Pick<RequestDocumentsDeps, "keyRing">,
  tx: Transaction,
  key: Pick<ReviewDecision, "tenantId" | "accountId">,
  requested: RequestedDocuments,
): Promise<readonly RequiredDocument[]> {
  const labels = personLabelsOf(await loadProfile(deps, tx, key));
  return "set" in requested
    ? requiredBySet(requested.set, labels)
    : orThrow(checkRequired(requested.documents, labels));
}
