import { TextInput, type TextInputProps } from "@mantine/core";
import { type CodeWay, codeFields } from "./code-fields.ts";

interface CodeInputProps extends Pick<TextInputProps, "autoFocus"> {
  readonly way: CodeWay;
  readonly code: string;
  readonly onChange: (code: string) => void;
}

/** Input for a second-factor code. */
export function CodeInput({ way, code, onChange, ...rest }: CodeInputProps) {
  const { label, description, clean, input } = codeFields[way];
  return (
    <TextInput
      label={label}
      description={description}
      name="code"
      required
      data-autofocus
      value={code}
      onChange={(event) => onChange(clean(event.currentTarget.value))}
      {...input}
      {...rest}
    />
  );
}
