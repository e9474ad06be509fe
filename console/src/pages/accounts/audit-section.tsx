import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { shortId } from "../../kit/short-id.ts";
import { When } from "../../kit/when.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { type AccountAuditEntry, accountAuditQuery } from "./account.ts";
import { changedFields } from "./changed-fields.ts";

/** Audit log of the account. */
export function AuditSection({ accountId }: { readonly accountId: string }) {
  const { data, error, isLoading, refetch } = useQuery(accountAuditQuery(useWorkspace(), accountId));
  return (
    <Section
      title="Audit log"
      flush
      description={
        typeof data?.pagination.next === "string"
          ? `Latest ${data.entries.length} entries.`
          : "Changes to this account, newest first."
      }
    >
      <DataTable
        label="Audit log"
        columns={columns}
        rows={data?.entries}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={<Empty title="No changes yet" />}
      />
    </Section>
  );
}

const columns: readonly Column<AccountAuditEntry>[] = [
  { header: "Time", cell: ({ at }) => <When at={at} /> },
  { header: "Action", cell: ({ action }) => <code>{action}</code> },
  {
    header: "Actor",
    cell: ({ actor_type, actor_id, actor_name }) => (
      <Text size="sm" component="span" style={{ whiteSpace: "nowrap" }}>
        {actor_name ?? (actor_id === null ? actor_type : `${actor_type} ${shortId(actor_id)}`)}
      </Text>
    ),
  },
  {
    header: "Changes",
    cell: (entry) => (
      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {changedFields(entry).join("; ") || "–"}
      </Text>
    ),
  },
];
