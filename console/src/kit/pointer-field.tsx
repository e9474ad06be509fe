import { TextInput, type TextInputProps } from "@mantine/core";
import type { PointerForm } from "./use-pointer-form.ts";

interface PointerFieldProps
  extends Pick<TextInputProps, "description" | "placeholder" | "type" | "maxLength"> {
  readonly form: PointerForm;
  readonly pointer: string;
  readonly label: string;
  readonly isOptional?: boolean;
}

/** A text of a form, with what the service said of it. Nothing of it is remembered by the browser. */
export function PointerField({ form, pointer, label, isOptional = false, ...rest }: PointerFieldProps) {
  return (
    <TextInput
      {...rest}
      // What explains a field stands below it, so that fields side by side stand in one line.
      inputWrapperOrder={["label", "input", "description", "error"]}
      label={isOptional ? `${label} (optional)` : label}
      required={!isOptional}
      withAsterisk={false}
      autoComplete="off"
      spellCheck={false}
      value={form.values[pointer] ?? ""}
      error={form.errorAt(pointer)}
      onChange={(event) => form.set(pointer, event.currentTarget.value)}
    />
  );
}
