import { Box, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { FilterBar } from "../../../kit/list/filter-bar.tsx";
import { TextFilter } from "../../../kit/list/filter-fields.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { applicationsQuery } from "../applications/application-queries.ts";
import { methods, noFilters, type RequestFilters } from "./request-queries.ts";

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
  const { status: _status, ...others } = filters;
  const active = Object.values(others).filter((value) => value !== "").length;
  return (
    <Box px="md">
      <FilterBar label="Request filters" active={active} onClear={() => onChange(noFilters)}>
        <Choice
          label="Method"
          choices={methods}
          value={filters.method}
          onChange={(method) => onChange({ method })}
        />
        <Select
          label="Application"
          size="xs"
          data={[{ value: "", label: "All" }, ...withChosen(applicationOptions, filters.application)]}
          value={filters.application}
          onChange={(application) => onChange({ application: application ?? "" })}
          allowDeselect={false}
          searchable
        />
        <TextFilter
          label="Path contains"
          value={filters.path}
          onChange={(path) => onChange({ path: path.trim() })}
        />
        <TextFilter
          label="Request ID"
          value={filters.request}
          onChange={(request) => onChange({ request: request.trim() })}
        />
        <TextFilter
          label="Object ID"
          value={filters.object}
          onChange={(object) => onChange({ object: object.trim() })}
        />
      </FilterBar>
    </Box>
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
      size="xs"
      data={[{ value: "", label: "All" }, ...choices.map((each) => ({ value: each, label: each }))]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? "")}
      allowDeselect={false}
    />
  );
}
