import { Textarea } from "@mantine/core";
import { maxLengths } from "../../kit/generated/max-lengths.ts";

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isNeeded: boolean;
  readonly description?: string;
}

/** Reason for a decision, visible to operators only. */
export function ReasonField({ value, onChange, isNeeded, description }: ReasonFieldProps) {
  return (
    <Textarea
      label={isNeeded ? "Reason" : "Reason (optional)"}
      description={description ?? "Kept with the review. Not shared with the account or its manager."}
      required={isNeeded}
      maxLength={maxLengths.approveReview.reason}
      autosize
      minRows={2}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
