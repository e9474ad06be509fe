import { TextInput, type TextInputProps } from "@mantine/core";

interface DollarsInputProps extends Pick<TextInputProps, "label" | "description" | "required"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A USD amount, kept as a string and never parsed as a number. */
export function DollarsInput({ value, onChange, ...rest }: DollarsInputProps) {
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      pattern="\d{1,18}(\.\d{1,2})?"
      title="A number with at most two decimal places"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
