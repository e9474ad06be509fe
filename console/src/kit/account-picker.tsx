import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../api/client.ts";
import { useWorkspace } from "../workspace/use-workspace.ts";
import { shortId } from "./short-id.ts";

const waitMs = 200;
const shownAtOnce = 20;

interface AccountPickerProps {
  readonly label: string;
  readonly description?: string;
  /** Account id; empty if none is selected. */
  readonly value: string;
  readonly onChange: (accountId: string) => void;
  /** The selection can be cleared. */
  readonly clearable?: boolean;
  readonly size?: "xs" | "sm";
  readonly placeholder?: string;
}

/** Selects an account of the workspace by name or id. */
export function AccountPicker({ value, onChange, clearable = false, ...rest }: AccountPickerProps) {
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text, waitMs);
  const options = useAccountOptions(search.trim(), value);
  return (
    <Select
      {...rest}
      searchable
      clearable={clearable}
      allowDeselect={clearable}
      data={[...options]}
      // The service has filtered already; filtering again by label would drop matches by id.
      filter={({ options: found }) => found}
      value={value === "" ? null : value}
      onChange={(chosen) => onChange(chosen ?? "")}
      onSearchChange={setText}
      nothingFoundMessage="No matching account"
    />
  );
}

interface AccountOption {
  readonly value: string;
  readonly label: string;
}

function useAccountOptions(search: string, chosen: string): readonly AccountOption[] {
  const { params } = useWorkspace();
  const found = useQuery({
    queryKey: ["account-options", params, search],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/account-records", {
        params: {
          path: params,
          query: { "page[size]": shownAtOnce, ...(search === "" ? {} : { search: nameIn(search) }) },
        },
        signal,
      }),
    staleTime: 30_000,
    placeholderData: (before) => before,
  });
  const selected = useQuery({
    queryKey: ["account", params, chosen],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}", {
        params: { path: { ...params, account_id: chosen } },
        signal,
      }),
    enabled: chosen !== "",
    staleTime: 30_000,
  });
  const options = (found.data?.accounts ?? []).map(optionOf);
  if (selected.data === undefined || options.some(({ value }) => value === selected.data.id)) return options;
  return [optionOf(selected.data), ...options];
}

const idInBrackets = / \(…[0-9A-Za-z]+\)$/;

function optionOf({ id, name }: { readonly id: string; readonly name: string }): AccountOption {
  return { value: id, label: `${name} (${shortId(id)})` };
}

/** The label of the selected account ends with its short id, which must not become part of the search. */
function nameIn(text: string): string {
  return text.replace(idInBrackets, "");
}
