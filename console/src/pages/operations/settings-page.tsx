import { Alert, Code, Group, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { get, type ResponseBody } from "../../api/client.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";

type Settings = ResponseBody<"/console/api/settings">;
type Setting = Settings["settings"][number];

/** Effective settings of the responding node. Secrets are shown only as set or not set. */
export function SettingsPage() {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["settings"],
    queryFn: ({ signal }) => get("/console/api/settings", { signal }),
  });
  const [search, setSearch] = useState("");
  const [isChangedOnly, setIsChangedOnly] = useState(false);
  return (
    <Page
      title="Settings"
      description="Settings of the node that served this page, read from its environment. Secrets are shown only as set or not set."
    >
      {error !== null && data === undefined ? <ErrorNotice error={error} onRetry={refetch} /> : null}
      {data === undefined ? null : <Build settings={data} />}
      <Section
        title="Effective settings"
        flush
        actions={
          <Group align="flex-end">
            <Switch
              label="Changed from default"
              checked={isChangedOnly}
              onChange={(event) => setIsChangedOnly(event.currentTarget.checked)}
              mb={6}
            />
            <TextInput
              label="Find setting"
              size="xs"
              leftSection={<Search size={14} aria-hidden />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          </Group>
        }
      >
        <DataTable
          label="Settings"
          columns={columns}
          rows={data?.settings.filter(
            (setting) => isMatch(setting, search) && !(isChangedOnly && setting.is_default),
          )}
          rowKey={({ name }) => name}
          isLoading={isLoading}
          error={error}
          empty={<Empty title="No matching settings" />}
        />
      </Section>
    </Page>
  );
}

function isMatch({ group, name, value }: Setting, search: string): boolean {
  const words = search.trim().toLowerCase();
  return [group, name, value].some((text) => text.toLowerCase().includes(words));
}

function Build({ settings: { version, api_version, profile, migrations } }: { readonly settings: Settings }) {
  return (
    <Section title="Build">
      {migrations.pending.length === 0 ? null : (
        <SchemaAlert title="Pending migrations">
          {migrations.pending.join(", ")}. Run <Code>florin admin migrate</Code>.
        </SchemaAlert>
      )}
      {migrations.problem === null ? null : (
        <SchemaAlert title="Database schema mismatch">{migrations.problem}</SchemaAlert>
      )}
      <Facts
        items={[
          ["Version", version],
          ["API version", api_version],
          ["Profile", profile],
          ["Migrations", `${migrations.known}, latest ${migrations.latest}`],
        ]}
      />
    </Section>
  );
}

function SchemaAlert({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Alert color="red" icon={<CircleAlert size={18} aria-hidden />} title={title} mb="md">
      {children}
    </Alert>
  );
}

const columns: readonly Column<Setting>[] = [
  { header: "Group", phone: "detail", cell: ({ group }) => group },
  {
    header: "Setting",
    phone: "title",
    cell: ({ name }) => (
      <Code bg="transparent" p={0} style={{ overflowWrap: "anywhere" }}>
        {name}
      </Code>
    ),
  },
  {
    header: "Value",
    phone: "end",
    cell: ({ value }) => <span style={{ overflowWrap: "anywhere" }}>{value}</span>,
  },
];
