import { Button, Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { applicationsQuery } from "../applications/application-queries.ts";
import { methods, type RequestFilters } from "./request-queries.ts";

interface RequestFilterBarProps {
  readonly filters: RequestFilters;
  readonly onChange: (change: Partial<RequestFilters>) => void;
}

const firstPage = { "page[after]": undefined, "page[before]": undefined };

export function RequestFilterBar({ filters, onChange }: RequestFilterBarProps) {
  const workspace = useWorkspace();
  const { data } = useQuery({
    ...applicationsQuery(workspace, { status: "", account: "" }, firstPage),
    enabled: workspace.can("applications.read"),
  });
  const applicationOptions = (data?.applications ?? []).map(({ client_id, name }) => ({
    value: client_id,
    label: name,
  }));
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <Group px="md" pb="sm" align="flex-end">
      <Choice
        label="Method"
        choices={methods}
        value={filters.method}
        onChange={(method) => onChange({ method })}
      />
      <Select
        label="Application"
        data={[{ value: "", label: "All" }, ...withChosen(applicationOptions, filters.application)]}
        value={filters.application}
        onChange={(application) => onChange({ application: application ?? "" })}
        allowDeselect={false}
        searchable
        w={200}
      />
      <TextFilter label="Path contains" value={filters.path} onChange={(path) => onChange({ path })} />
      <TextFilter label="Request ID" value={filters.request} onChange={(request) => onChange({ request })} />
      <TextFilter label="Object ID" value={filters.object} onChange={(object) => onChange({ object })} />
      {isFiltered ? (
        <Button
          variant="subtle"
          onClick={() =>
            onChange({ status: "", method: "", application: "", path: "", request: "", object: "" })
          }
        >
          Clear filters
        </Button>
      ) : null}
    </Group>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function withChosen(options: readonly Option[], chosen: string): readonly Option[] {
  if (chosen === "" || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: chosen }];
}

interface ChoiceProps {
  readonly label: string;
  readonly choices: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ label, choices, value, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      data={[{ value: "", label: "All" }, ...choices.map((each) => ({ value: each, label: each }))]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? "")}
      allowDeselect={false}
      w={110}
    />
  );
}

interface TextFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const debounceMs = 300;

/** Debounced, because each change triggers a request. */
function TextFilter({ label, value, onChange }: TextFilterProps) {
  const [text, setText] = useState(value);
  const applyFilter = useDebouncedCallback((typed: string) => onChange(typed.trim()), debounceMs);
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      label={label}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        applyFilter(event.currentTarget.value);
      }}
      w={180}
    />
  );
}
