import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { plainWords } from "../../kit/plain-words.ts";
import { Section } from "../../kit/section.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { type AccountAuditEntry, accountAuditQuery } from "./account.ts";

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
  { header: "Time", phone: "end", cell: ({ at }) => <ListTime at={at} /> },
  {
    header: "Event",
    phone: "title",
    cell: ({ sentence }) => (
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {sentence}
      </Text>
    ),
  },
  { header: "Action", cell: ({ action }) => <code>{action}</code> },
  {
    header: "Object",
    cell: ({ subject_id, subject_type }) =>
      subject_id === null ? "–" : <CopyId id={subject_id} of={plainWords(subject_type ?? "object")} />,
  },
];
