import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { workspaceAccountsQuery } from "./workspace-accounts-query.ts";

interface AccountSelectProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (accountId: string) => void;
}

/** The workspace's own account or one that it manages. An account that is not among the newest can be named by its id. */
export function AccountSelect({ label, description, value, onChange }: AccountSelectProps) {
  const { data } = useQuery(workspaceAccountsQuery(useWorkspace()));
  const known = data ?? [];
  const choices = known.some((choice) => choice.value === value)
    ? known
    : [...known, { value, label: `Account ${value}` }];
  return (
    <Select
      label={label}
      {...(description === undefined ? {} : { description })}
      data={choices}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No such account among the newest"
    />
  );
}
