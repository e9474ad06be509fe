import { TextInput, type TextInputProps } from "@mantine/core";
import type { ChangeEvent } from "react";
import { flushSync } from "react-dom";
import { type CodeWay, codeFields } from "./code-fields.ts";

interface CodeInputProps extends Pick<TextInputProps, "autoFocus"> {
  readonly way: CodeWay;
  readonly code: string;
  readonly onChange: (code: string) => void;
}

/** Input for a second-factor code. The last digit of a code submits the form. */
export function CodeInput({ way, code, onChange, ...rest }: CodeInputProps) {
  const { label, description, clean, input, isWhole } = codeFields[way];
  const enter = ({ currentTarget: { value, form } }: ChangeEvent<HTMLInputElement>) => {
    const entered = clean(value);
    // The form submits the code that it has rendered.
    flushSync(() => onChange(entered));
    if (way === "totp" && isWhole(entered) && !isWhole(code)) form?.requestSubmit();
  };
  return (
    <TextInput
      label={label}
      description={description}
      name="code"
      required
      data-autofocus
      value={code}
      onChange={enter}
      {...input}
      {...rest}
    />
  );
}
