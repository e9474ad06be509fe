import { Box, Button, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { AccountPicker } from "../../kit/account-picker.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { transferTypeLabel, transferTypeNames } from "../../kit/transfer-type-words.ts";
import { transferStatuses } from "./transfer.ts";
import { filterDefaults, type TransferFilter } from "./transfer-filter.ts";
import classes from "./transfer-filters.module.css";

const waitMs = 350;
const any = { value: "", label: "Any" };

interface TransferFiltersProps {
  readonly filters: TransferFilter;
  readonly onChange: (change: Partial<TransferFilter>) => void;
}

export function TransferFilters({ filters, onChange }: TransferFiltersProps) {
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <Box component="search" aria-label="Transfer filters" className={classes["filters"]}>
      <TypedFilter
        label="ID, amount or transaction"
        value={filters.search}
        isSearch
        onChange={(search) => onChange({ search })}
      />
      <NativeSelect
        label="Status"
        size="xs"
        value={filters.status}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
        data={[any, ...transferStatuses.map((value) => ({ value, label: statusWords(value) }))]}
      />
      <NativeSelect
        label="Chain or rail"
        size="xs"
        value={filters.transfer_type}
        onChange={(event) => onChange({ transfer_type: event.currentTarget.value })}
        data={[any, ...transferTypeNames().map((value) => ({ value, label: transferTypeLabel(value) }))]}
      />
      <TypedFilter
        label="Value type"
        value={filters.value_type}
        onChange={(value_type) => onChange({ value_type })}
      />
      <AccountPicker
        label="Account"
        size="xs"
        clearable
        placeholder="Any"
        value={filters.account}
        onChange={(account) => onChange({ account })}
      />
      <TextInput
        label="Created from"
        type="date"
        size="xs"
        value={filters.from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        label="Created until"
        type="date"
        size="xs"
        value={filters.to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      {isFiltered ? (
        <Button variant="default" size="xs" onClick={() => onChange(filterDefaults)}>
          Clear filters
        </Button>
      ) : null}
    </Box>
  );
}

interface TypedFilterProps {
  readonly label: string;
  readonly value: string;
  readonly isSearch?: boolean;
  readonly onChange: (value: string) => void;
}

/** A text filter, applied after a pause in typing. */
function TypedFilter({ label, value, isSearch = false, onChange }: TypedFilterProps) {
  const [text, setText] = useState(value);
  const applyFilter = useDebouncedCallback(onChange, waitMs);
  // The value changes from outside through "Clear filters" and browser history.
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      label={label}
      size="xs"
      value={text}
      {...(isSearch ? { type: "search", leftSection: <Search size={14} aria-hidden /> } : {})}
      onChange={(event) => {
        setText(event.currentTarget.value);
        applyFilter(event.currentTarget.value);
      }}
    />
  );
}
