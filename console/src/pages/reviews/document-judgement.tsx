import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { toastError } from "../../kit/toast.ts";
import { DecisionDialog } from "./decision-dialog.tsx";
import { documentWords } from "./document-words.ts";
import { ReasonField } from "./reason-field.tsx";
import type { Requirement, Review, ReviewDocument } from "./review.ts";
import type { Decide } from "./use-review-desk.ts";

interface DocumentJudgementProps {
  readonly review: Review;
  readonly document: ReviewDocument;
  readonly requirement: Requirement;
  readonly decide: Decide;
}

/** Whether a document is what was asked for. */
export function DocumentJudgement({ review, document, requirement, decide }: DocumentJudgementProps) {
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
      "Document rejected; it is asked for anew",
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
        <AcceptButton name={documentWords(document)} onAccept={accept} />
      ) : null}
      {requirement.status === "rejected" ? null : (
        <DecisionDialog
          label="Reject"
          title={`Reject: ${documentWords(document)}`}
          review={review}
          color="red"
          variant="outline"
          size="xs"
          disabledReason={undefined}
          onDecide={reject}
        >
          <Text size="sm">
            It stays as a record, and the same document is asked for anew. The account's manager is told.
          </Text>
          <ReasonField value={reason} onChange={setReason} isNeeded />
        </DecisionDialog>
      )}
    </>
  );
}

interface AcceptButtonProps {
  readonly name: string;
  readonly onAccept: () => Promise<void>;
}

function AcceptButton({ name, onAccept }: AcceptButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const accept = async () => {
    setIsBusy(true);
    try {
      await onAccept();
    } catch (error) {
      toastError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      onClick={() => void accept()}
      aria-label={`Accept ${name}`}
    >
      Accept
    </Button>
  );
}
