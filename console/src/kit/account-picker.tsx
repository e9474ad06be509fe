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
  /** The id of an account; nothing where none is chosen. */
  readonly value: string;
  readonly onChange: (accountId: string) => void;
  /** Choosing none is a choice, too. */
  readonly clearable?: boolean;
  readonly size?: "xs" | "sm";
  readonly placeholder?: string;
}

/** Chooses one of the accounts of the workspace by its name or its id. */
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
      // The service has looked for it already: a part of an id would not be found among the names.
      filter={({ options: found }) => found}
      value={value === "" ? null : value}
      onChange={(chosen) => onChange(chosen ?? "")}
      onSearchChange={setText}
      nothingFoundMessage="No such account"
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
  const own = useQuery({
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
  if (own.data === undefined || options.some(({ value }) => value === own.data.id)) return options;
  return [optionOf(own.data), ...options];
}

const idInBrackets = / \(…[0-9A-Za-z]+\)$/;

function optionOf({ id, name }: { readonly id: string; readonly name: string }): AccountOption {
  return { value: id, label: `${name} (${shortId(id)})` };
}

/** What was chosen stands in the field with its id, by which nobody wants to search. */
function nameIn(text: string): string {
  return text.replace(idInBrackets, "");
}
