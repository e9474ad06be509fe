import { Select, type SelectProps } from "@mantine/core";
import type { AddressOption } from "./transfer-draft.ts";

interface AddressPickerProps
  extends Pick<SelectProps, "label" | "description" | "disabled" | "error" | "placeholder"> {
  readonly options: readonly AddressOption[];
  /** Address id; empty if none is selected. */
  readonly value: string;
  readonly onChange: (addressId: string) => void;
}

const shownAtOnce = 50;

/** Selects a saved address by its owner, name, address or account number. */
export function AddressPicker({ options, value, onChange, ...rest }: AddressPickerProps) {
  return (
    <Select
      placeholder="Search by owner, name or number"
      {...rest}
      required
      searchable
      data={options.map((option) => ({ value: option.value, label: option.label }))}
      filter={({ search, limit }) =>
        matching(options, search)
          .slice(0, limit)
          .map((option) => ({ value: option.value, label: option.label }))
      }
      limit={shownAtOnce}
      value={value === "" ? null : value}
      onChange={(chosen) => onChange(chosen ?? "")}
      nothingFoundMessage="No matching address"
    />
  );
}

/** All addresses, while the text is the label of the selected one. */
function matching(options: readonly AddressOption[], text: string): readonly AddressOption[] {
  const search = text.trim().toLowerCase();
  if (options.some(({ label }) => label.toLowerCase() === search)) return options;
  return options.filter((option) => option.search.includes(search));
}
