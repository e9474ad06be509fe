import { Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { DecisionDialog } from "./decision-dialog.tsx";
import type { DecisionProps } from "./decision-props.ts";
import { ReasonField } from "./reason-field.tsx";
import type { Review } from "./review.ts";

/** It is somebody else who is on the list. */
export function ClearHitDialog({ review, decide, disabledReason }: DecisionProps) {
  const [reason, setReason] = useState("");
  const clear = (seen: Review) =>
    decide(
      seen,
      (revision) =>
        send("post", "/console/api/reviews/{account_id}/clear-hit", {
          params: { path: { account_id: review.account_id } },
          body: { revision, reason: reason.trim() },
        }),
      "The hit is cleared",
    );
  return (
    <DecisionDialog
      review={review}
      label="Clear the hit"
      title={`Clear the hit on ${review.name}`}
      disabledReason={disabledReason}
      onDecide={clear}
    >
      <Text size="sm">
        It is somebody else who is on the list. The account stays complete, and the same entry is not raised
        again for the same subject.
      </Text>
      <ReasonField value={reason} onChange={setReason} isNeeded />
    </DecisionDialog>
  );
}
