import { Button, Group, SimpleGrid, TextInput } from "@mantine/core";
import { useState } from "react";
import { type AuditFilters, filterDefaults } from "./audit-entry.ts";

interface AuditFiltersFormProps {
  readonly filters: AuditFilters;
  readonly onChange: (change: Partial<AuditFilters>) => void;
  /** Shows the tenant filter. */
  readonly hasTenants: boolean;
}

interface Field {
  readonly name: keyof AuditFilters;
  readonly label: string;
  readonly placeholder?: string;
  readonly type?: "text" | "datetime-local";
}

const tenantField: Field = { name: "tenant", label: "Tenant", placeholder: "ID, or platform" };
const textFields: readonly Field[] = [
  { name: "actor", label: "Actor", placeholder: "ID or name" },
  { name: "action", label: "Action", placeholder: "transfer.create" },
  { name: "subject", label: "Target", placeholder: "ID" },
];
const timeFields: readonly Field[] = [
  { name: "since", label: "From", type: "datetime-local" },
  { name: "until", label: "To", type: "datetime-local" },
];

/** Filters of the audit log, applied on submit. */
export function AuditFiltersForm({ filters, onChange, hasTenants }: AuditFiltersFormProps) {
  const [typed, setTyped] = useState(filters);
  const isFiltered = Object.values(filters).some((value) => value !== "");
  const inputOf = ({ name, label, placeholder, type = "text" }: Field) => (
    <TextInput
      key={name}
      label={label}
      size="xs"
      type={type}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  );
  return (
    <form
      aria-label="Audit log filters"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(trimmed(typed));
      }}
    >
      <SimpleGrid cols={{ base: 2, sm: hasTenants ? 4 : 3 }} spacing="xs" verticalSpacing="xs" mb="xs">
        {[...(hasTenants ? [tenantField] : []), ...textFields].map(inputOf)}
      </SimpleGrid>
      <Group gap="xs" align="flex-end">
        {timeFields.map(inputOf)}
        <Button type="submit" size="xs">
          Apply
        </Button>
        {isFiltered ? (
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setTyped(filterDefaults);
              onChange(filterDefaults);
            }}
          >
            Clear filters
          </Button>
        ) : null}
      </Group>
    </form>
  );
}

function trimmed(filters: AuditFilters): AuditFilters {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, value.trim()]),
  ) as AuditFilters;
}
