import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { shortId } from "../../kit/short-id.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { accountRecordQuery, accountSearchQuery, type FoundAccount } from "./account.ts";

const debounceMs = 250;

interface AccountSelectProps {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (accountId: string) => void;
  readonly size?: "xs" | "sm";
}

/** Selects one account of the workspace by name or ID. The workspace's own account is always offered. */
export function AccountSelect({ label = "Account", value, onChange, size = "sm" }: AccountSelectProps) {
  const workspace = useWorkspace();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), debounceMs);
  const { data: chosen } = useQuery(accountRecordQuery(workspace, value));
  const chosenLabel = chosen === undefined ? shortId(value) : labelOf(chosen);
  // The field shows the label of the selected account until the user types.
  const searchTerm = search === "" || search === chosenLabel ? undefined : search;
  const { data: found } = useQuery({
    ...accountSearchQuery(workspace, { search: searchTerm, "page[size]": 20 }),
    placeholderData: keepPreviousData,
  });
  return (
    <Select
      label={label}
      size={size}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No matching accounts"
      value={value}
      onChange={(id) => (id === null ? undefined : onChange(id))}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered.
      filter={({ options }) => options}
      data={optionsOf(
        { id: value, label: chosenLabel },
        { id: workspace.tenantId, label: `${workspace.name} (own)` },
        found?.accounts ?? [],
      )}
    />
  );
}

interface Option {
  readonly id: string;
  readonly label: string;
}

function optionsOf(chosen: Option, ownAccount: Option, found: readonly FoundAccount[]) {
  const all = [chosen, ownAccount, ...found.map((account) => ({ id: account.id, label: labelOf(account) }))];
  const unique = all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index);
  return unique.map(({ id, label }) => ({ value: id, label }));
}

function labelOf({ name, kind, id }: Pick<FoundAccount, "name" | "kind" | "id">): string {
  return kind === "managing" ? `${name} (own)` : `${name} · ${shortId(id)}`;
}
