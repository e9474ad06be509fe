import { Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Answered, get, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import { kindWords } from "./file-words.ts";

type Item = Answered<"/console/api/rails/items">["items"][number];

/** What banks said that no rule decides. */
export function ItemsPanel() {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["rails", "items"],
    queryFn: ({ signal }) => get("/console/api/rails/items", { signal }),
    ...useLive(),
  });
  return (
    <Section
      title="Questions of the banks"
      description={
        data?.is_complete === false
          ? "The oldest of them; there are more."
          : "What no rule decides waits here."
      }
      flush
    >
      <DataTable
        label="Questions of the banks"
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={<Empty title="No questions">Everything that banks said was understood.</Empty>}
      />
    </Section>
  );
}

const columns: readonly Column<Item>[] = [
  {
    header: "What",
    cell: ({ kind, detail }) => (
      <Stack gap={2}>
        <Text size="sm" fw={500}>
          {kindWords(kind)}
        </Text>
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      </Stack>
    ),
  },
  { header: "Network", cell: ({ network }) => <StatusBadge status={network} tone="neutral" /> },
  { header: "Reference", cell: ({ reference }) => reference ?? "–" },
  {
    header: "File",
    cell: ({ file_id: fileId }) =>
      fileId === null ? "–" : <PageLink to={`/ops/bank-files/${fileId}`}>Open the file</PageLink>,
  },
  { header: "Entry", cell: ({ entry_id: id }) => (id === null ? "–" : <CopyId id={id} of="entry" />) },
  {
    header: "Amount",
    align: "right",
    cell: ({ amount }) => (amount === null ? "–" : <Amount value={amount} asset="USD" />),
  },
  { header: "Waiting", cell: ({ created_at: at }) => <When at={at} /> },
  { header: "Done", cell: (item) => <FinishButton item={item} /> },
];

function FinishButton({ item }: { readonly item: Item }) {
  const mayDecide = useCan("rails.decide");
  const queryClient = useQueryClient();
  const finish = async (note: string) => {
    await send("post", "/console/api/rails/items/{item_id}/finish", {
      params: { path: { item_id: item.id } },
      body: { note },
    });
    toastSuccess("The question is answered.");
    await queryClient.invalidateQueries({ queryKey: ["rails"] });
  };
  return (
    <ConfirmButton
      label="Finish"
      title={`Finish the question on ${item.network}`}
      size="xs"
      withReason
      explain={`${kindWords(item.kind)}: ${item.detail}. Say what was done about it.`}
      disabledReason={mayDecide ? undefined : "Your role may look at rails, and not decide."}
      onConfirm={finish}
    />
  );
}
