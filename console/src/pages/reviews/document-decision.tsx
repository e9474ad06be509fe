import { Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { ActionButton } from "../../kit/action-button.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";
import { documentWords } from "./document-words.ts";
import { ReasonField } from "./reason-field.tsx";
import type { Requirement, Review, ReviewDocument } from "./review.ts";
import type { Decide } from "./use-review-actions.ts";

interface DocumentDecisionProps {
  readonly review: Review;
  readonly document: ReviewDocument;
  readonly requirement: Requirement;
  readonly decide: Decide;
}

/** Accepts or rejects a submitted document. */
export function DocumentDecision({ review, document, requirement, decide }: DocumentDecisionProps) {
  const [reason, setReason] = useState("");
  if (review.status !== "pending") return null;
  const path = { account_id: review.account_id, document_id: document.doc_submission_id };
  const reject = (seen: Review) =>
    decide(
      seen,
      (revision) =>
        send("post", "/console/api/reviews/{account_id}/documents/{document_id}/reject", {
          params: { path },
          body: { revision, reason: reason.trim() },
        }),
      "Document rejected and requested again",
    );
  const accept = () =>
    decide(
      review,
      (revision) =>
        send("post", "/console/api/reviews/{account_id}/documents/{document_id}/accept", {
          params: { path },
          body: { revision },
        }),
      "Document accepted",
    );
  return (
    <>
      {requirement.status === "uploaded" ? (
        <ActionButton
          size="xs"
          variant="default"
          onAct={accept}
          aria-label={`Accept ${documentWords(document)}`}
        >
          Accept
        </ActionButton>
      ) : null}
      {requirement.status === "rejected" ? null : (
        <DecisionDialog
          label="Reject"
          title={`Reject: ${documentWords(document)}`}
          review={review}
          danger
          size="xs"
          disabledReason={undefined}
          onDecide={reject}
        >
          <Text size="sm">
            The document stays on record and is requested again. The account's manager is notified.
          </Text>
          <ReasonField value={reason} onChange={setReason} isNeeded />
        </DecisionDialog>
      )}
    </>
  );
}
