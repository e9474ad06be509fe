import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useState } from "react";

const restMs = 250;

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called after a pause in typing. */
  readonly onSearch: (value: string) => void;
}

/** A search field that searches while the user types. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const search = useDebouncedCallback(onSearch, restMs);
  return (
    <TextInput
      label={label}
      size="xs"
      type="search"
      leftSection={<Search size={14} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}
