import { Checkbox, Group } from "@mantine/core";
import { transferTypeLabel } from "../../kit/transfer-type-words.ts";

interface TransferTypesFieldProps<Type extends string> {
  readonly label: string;
  readonly description?: string;
  readonly options: readonly Type[];
  readonly chosen: readonly Type[];
  readonly error?: string | undefined;
  readonly onChoose: (chosen: readonly Type[]) => void;
}

/** Selects chains or rails. */
export function TransferTypesField<Type extends string>({
  label,
  description,
  options,
  chosen,
  error,
  onChoose,
}: TransferTypesFieldProps<Type>) {
  return (
    <Checkbox.Group
      label={label}
      description={description}
      error={error}
      value={[...chosen]}
      onChange={(values) => onChoose(options.filter((option) => values.includes(option)))}
    >
      <Group gap="md" mt={6}>
        {options.map((option) => (
          <Checkbox key={option} value={option} label={transferTypeLabel(option)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
