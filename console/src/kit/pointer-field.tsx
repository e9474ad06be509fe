import { TextInput, type TextInputProps } from "@mantine/core";
import type { PointerForm } from "./use-pointer-form.ts";

interface PointerFieldProps
  extends Pick<TextInputProps, "description" | "placeholder" | "type" | "maxLength"> {
  readonly form: PointerForm;
  readonly pointer: string;
  readonly label: string;
  readonly isOptional?: boolean;
  /** What is wrong with the value, before it is sent. */
  readonly problem?: string | undefined;
}

/** A text field bound to a JSON pointer, with its validation message. Browser autocomplete is off. */
export function PointerField({
  form,
  pointer,
  label,
  isOptional = false,
  problem,
  ...rest
}: PointerFieldProps) {
  return (
    <TextInput
      {...rest}
      // The description is below the input, so that fields side by side are aligned.
      inputWrapperOrder={["label", "input", "description", "error"]}
      label={label}
      required={!isOptional}
      autoComplete="off"
      spellCheck={false}
      value={form.values[pointer] ?? ""}
      error={problem ?? form.errorAt(pointer)}
      onChange={(event) => form.set(pointer, event.currentTarget.value)}
    />
  );
}
