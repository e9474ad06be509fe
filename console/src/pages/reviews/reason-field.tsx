import { Textarea } from "@mantine/core";

const maxReasonLength = 1000;

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isNeeded: boolean;
  readonly description?: string;
}

/** What a reviewer writes down. It stays with the operator. */
export function ReasonField({ value, onChange, isNeeded, description }: ReasonFieldProps) {
  return (
    <Textarea
      label={isNeeded ? "Reason" : "Reason (optional)"}
      description={description ?? "It stays in the review; the account and its manager are not told."}
      required={isNeeded}
      maxLength={maxReasonLength}
      autosize
      minRows={2}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
