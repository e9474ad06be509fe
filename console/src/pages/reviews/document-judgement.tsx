import { Button } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { toastError } from "../../kit/toast.ts";
import { documentWords } from "./document-words.ts";
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
  if (review.status !== "pending") return null;
  const path = { account_id: review.account_id, document_id: document.doc_submission_id };
  const reject = (reason: string) =>
    decide(
      (revision) =>
        send("post", "/console/api/reviews/{account_id}/documents/{document_id}/reject", {
          params: { path },
          body: { revision, reason },
        }),
      "Document rejected; it is asked for anew",
    );
  const accept = () =>
    decide(
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
        <ConfirmButton
          label="Reject"
          size="xs"
          danger
          withReason
          title={`Reject: ${documentWords(document)}`}
          explain="It stays as a record, and the same document is asked for anew. The account's manager is told."
          onConfirm={reject}
        />
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
