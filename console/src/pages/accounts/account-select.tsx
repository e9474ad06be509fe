import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { shortId } from "../../kit/short-id.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { accountRecordQuery, accountSearchQuery, type FoundAccount } from "./account.ts";

const restMs = 250;

interface AccountSelectProps {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (accountId: string) => void;
  readonly size?: "xs" | "sm";
}

/** One account of the workspace, found by its name or id. The own account is among them from the start. */
export function AccountSelect({ label = "Account", value, onChange, size = "sm" }: AccountSelectProps) {
  const workspace = useWorkspace();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), restMs);
  const { data: chosen } = useQuery(accountRecordQuery(workspace, value));
  const chosenLabel = chosen === undefined ? shortId(value) : labelOf(chosen);
  // What stands in the field is the name of what is chosen until somebody types.
  const wanted = search === "" || search === chosenLabel ? undefined : search;
  const { data: found } = useQuery({
    ...accountSearchQuery(workspace, { search: wanted, "page[size]": 20 }),
    placeholderData: keepPreviousData,
  });
  return (
    <Select
      label={label}
      size={size}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No account is like that"
      value={value}
      onChange={(id) => (id === null ? undefined : onChange(id))}
      searchValue={typed}
      onSearchChange={setTyped}
      // The service has searched already.
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

function optionsOf(chosen: Option, own: Option, found: readonly FoundAccount[]) {
  const all = [chosen, own, ...found.map((account) => ({ id: account.id, label: labelOf(account) }))];
  const unique = all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index);
  return unique.map(({ id, label }) => ({ value: id, label }));
}

function labelOf({ name, kind, id }: Pick<FoundAccount, "name" | "kind" | "id">): string {
  return kind === "managing" ? `${name} (own)` : `${name} · ${shortId(id)}`;
}
