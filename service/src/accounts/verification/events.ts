import type { NewEvent } from "../../events/index.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { isPending, type Requirement } from "./requirements.ts";
import { type RejectionCode, statusOf, type Verification } from "./verification.ts";

/** As the specification's table of events has it: those that wait for their upload, each with its status. */
export function documentsRequiredEvent(
  { accountId, updatedAt }: Verification,
  requirements: readonly Requirement[],
): NewEvent {
  return {
    accountId,
    type: "account.verification.documents_required",
    data: {
      account_id: accountId,
      updated_at: formatInstant(updatedAt),
      documents: presentRequirements(requirements.filter(isPending)),
    },
  };
}

export function completedEvent(verification: Verification): NewEvent {
  return {
    accountId: verification.accountId,
    type: "account.verification.completed",
    data: presentStatus(verification),
  };
}

/** An addition of ours to the specification. It tells a code, and never what a reviewer wrote. */
export function rejectedEvent(verification: Verification, reasonCode: RejectionCode): NewEvent {
  return {
    accountId: verification.accountId,
    type: "account.verification.rejected",
    data: { ...presentStatus(verification), reason_code: reasonCode },
  };
}

/** Without those that were withdrawn. */
export function presentRequirements(requirements: readonly Requirement[]) {
  return requirements.flatMap(({ documentKind, documentType, displayName, status, personLabel }) =>
    status === "withdrawn"
      ? []
      : [
          {
            document_kind: documentKind,
            document_type: documentType,
            display_name: displayName,
            status,
            person_label: personLabel ?? null,
          },
        ],
  );
}

function presentStatus({ accountId, state, updatedAt }: Verification): { readonly [key: string]: Json } {
  return { account_id: accountId, status: statusOf(state.stage), updated_at: formatInstant(updatedAt) };
}
