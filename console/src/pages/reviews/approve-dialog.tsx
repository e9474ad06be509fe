import { Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { DecisionDialog } from "./decision-dialog.tsx";
import type { DecisionProps } from "./decision-props.ts";
import { ReasonField } from "./reason-field.tsx";
import type { Review } from "./review.ts";

/** Approves the account. */
export function ApproveDialog({ review, decide, disabledReason }: DecisionProps) {
  const [reason, setReason] = useState("");
  const isReasonRequired = review.has_open_hit || review.flags.length > 0;
  const approve = (seen: Review) =>
    decide(
      seen,
      (revision) =>
        send("post", "/console/api/reviews/{account_id}/approve", {
          params: { path: { account_id: review.account_id } },
          body: { revision, ...(reason.trim() === "" ? {} : { reason: reason.trim() }) },
        }),
      `${review.name} approved`,
    );
  return (
    <DecisionDialog
      review={review}
      label="Approve"
      title={`Approve ${review.name}`}
      color="green"
      variant="filled"
      disabledReason={disabledReason}
      onDecide={approve}
    >
      <Text size="sm">
        The account becomes complete and can hold and move funds on {review.network}. This can't be undone.
      </Text>
      <ReasonField
        value={reason}
        onChange={setReason}
        isNeeded={isReasonRequired}
        {...(isReasonRequired
          ? { description: "There are hits or flags. State why you approve the account anyway." }
          : {})}
      />
    </DecisionDialog>
  );
}
