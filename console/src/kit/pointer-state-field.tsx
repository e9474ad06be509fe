import { NativeSelect } from "@mantine/core";
import { usStates } from "./us-states.ts";
import type { PointerForm } from "./use-pointer-form.ts";

interface PointerStateFieldProps {
  readonly form: PointerForm;
  readonly pointer: string;
}

/** A state of the United States, bound to a JSON pointer. */
export function PointerStateField({ form, pointer }: PointerStateFieldProps) {
  return (
    <NativeSelect
      label="State"
      required
      data={[
        { value: "", label: "Select…" },
        ...usStates.map(([value, name]) => ({ value, label: `${name} (${value})` })),
      ]}
      value={form.values[pointer] ?? ""}
      error={form.errorAt(pointer)}
      onChange={(event) => form.set(pointer, event.currentTarget.value)}
    />
  );
}
