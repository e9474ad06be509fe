import { NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { networks } from "../../workspace/network.ts";
import { networkWords } from "../network-words.ts";

const waitMs = 350;

interface TextFilterProps {
  readonly label: string;
  readonly value: string;
  readonly isSearch?: boolean;
  readonly placeholder?: string;
  /** All that can be searched, which is more than fits into the field. */
  readonly hint?: string;
  readonly onChange: (value: string) => void;
}

/** A text filter, applied after a pause in typing. */
export function TextFilter({
  label,
  value,
  isSearch = false,
  placeholder = "",
  hint = placeholder,
  onChange,
}: TextFilterProps) {
  const [text, setText] = useState(value);
  const applyFilter = useDebouncedCallback(onChange, waitMs);
  // The value changes from outside through "Clear filters" and browser history.
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      label={label}
      size="xs"
      placeholder={placeholder}
      title={hint}
      value={text}
      {...(isSearch ? { type: "search", leftSection: <Search size={14} aria-hidden /> } : {})}
      onChange={(event) => {
        setText(event.currentTarget.value);
        applyFilter(event.currentTarget.value);
      }}
    />
  );
}

export interface DateRangeFilterProps {
  readonly from: string;
  readonly to: string;
  readonly onChange: (change: { readonly from?: string; readonly to?: string }) => void;
}

export function DateRangeFilter({ from, to, onChange }: DateRangeFilterProps) {
  return (
    <>
      <TextInput
        label="Created from"
        type="date"
        size="xs"
        value={from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        label="Created until"
        type="date"
        size="xs"
        value={to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </>
  );
}

interface NetworkSelectProps {
  /** Empty for both. */
  readonly value: string;
  readonly onChange: (network: string) => void;
}

/** Limits a list of both networks to one. */
export function NetworkSelect({ value, onChange }: NetworkSelectProps) {
  return (
    <NativeSelect
      label="Network"
      size="xs"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: "", label: "Both" },
        ...networks.map((network) => ({ value: network, label: networkWords[network] })),
      ]}
    />
  );
}
