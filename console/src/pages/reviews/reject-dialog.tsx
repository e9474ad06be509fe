import { NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { DecisionDialog } from "./decision-dialog.tsx";
import type { DecisionProps } from "./decision-props.ts";
import { ReasonField } from "./reason-field.tsx";
import { labelWords, type Review } from "./review.ts";

/** Rejects the account. */
export function RejectDialog({ review, decide, disabledReason }: DecisionProps) {
  const [reason, setReason] = useState("");
  const [code, setCode] = useState("");
  const reject = (seen: Review) =>
    decide(
      seen,
      (revision) => {
        const chosen = review.rejection_codes.find((known) => known === code);
        if (chosen === undefined) throw new Error("Select a rejection code.");
        return send("post", "/console/api/reviews/{account_id}/reject", {
          params: { path: { account_id: review.account_id } },
          body: { revision, code: chosen, reason: reason.trim() },
        });
      },
      `${review.name} rejected`,
    );
  return (
    <DecisionDialog
      review={review}
      label="Reject"
      title={`Reject ${review.name}`}
      danger
      disabledReason={disabledReason}
      onDecide={reject}
    >
      <Text size="sm">The account is rejected permanently. Its manager is notified of the code.</Text>
      <NativeSelect
        label="Rejection code"
        description="Shared with the account's manager."
        required
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        data={[
          { value: "", label: "Select a code", disabled: true },
          ...review.rejection_codes.map((value) => ({ value, label: labelWords(value) })),
        ]}
      />
      <ReasonField value={reason} onChange={setReason} isNeeded />
    </DecisionDialog>
  );
}
