import { Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { DecisionDialog } from "./decision-dialog.tsx";
import type { DecisionProps } from "./decision-props.ts";
import { ReasonField } from "./reason-field.tsx";
import type { Review } from "./review.ts";

/** Clears a hit as a false positive. */
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
      "Hit cleared",
    );
  return (
    <DecisionDialog
      review={review}
      label="Clear hit"
      title={`Clear hit on ${review.name}`}
      variant="filled"
      disabledReason={disabledReason}
      onDecide={clear}
    >
      <Text size="sm">
        The match is a false positive. The account stays complete, and the same list entry does not raise
        another hit for this subject.
      </Text>
      <ReasonField value={reason} onChange={setReason} isNeeded />
    </DecisionDialog>
  );
}
