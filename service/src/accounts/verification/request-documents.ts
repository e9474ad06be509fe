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
  readonly wanted: WantedDocuments;
  readonly reason: string | undefined;
}

/** A named set, or documents one by one. */
export type WantedDocuments =
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
  const documents = await resolveWanted(deps, tx, decision, decision.wanted);
  const event = { name: "person_requested_documents", reason } as const;
  const required = { documents, takesLinked: false };
  return advance(deps, tx, { verification, event, cause: decision.cause, required });
}

/** Only people of the account can be asked for theirs. */
export async function resolveWanted(
  deps: Pick<RequestDocumentsDeps, "keyRing">,
  tx: Transaction,
  key: Pick<ReviewDecision, "tenantId" | "accountId">,
  wanted: WantedDocuments,
): Promise<readonly RequiredDocument[]> {
  const labels = personLabelsOf(await loadProfile(deps, tx, key));
  return "set" in wanted
    ? requiredBySet(wanted.set, labels)
    : orThrow(checkRequired(wanted.documents, labels));
}
