import { Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, type ResponseBody, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { PageLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useLive } from "../../kit/use-live.ts";
import { useCan } from "../../session/use-me.ts";
import { WorkButton, WorkDrawer } from "../work/work-drawer.tsx";
import { kindWords } from "./file-words.ts";

type Item = ResponseBody<"/console/api/rails/items">["items"][number];

/** Bank records that no rule covers and an operator must resolve. */
export function ItemsPanel() {
  const { query, filter, order, pagingOf } = useListPlace("created_at");
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["rails", "items", query],
    queryFn: ({ signal }) => get("/console/api/rails/items", { params: { query }, signal }),
    ...useLive(),
  });
  const totals = useListTotals("/console/api/rails/items", { ...filter });
  return (
    <Section title="Exceptions" description="Bank records that need manual resolution." flush>
      <ListTable
        name="bank-exceptions"
        noun={["exception", "exceptions"]}
        {...totals}
        order={order}
        label="Exceptions"
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        paging={pagingOf(data?.pagination)}
        empty={<Empty title="No exceptions">All bank records were processed.</Empty>}
      />
      <WorkDrawer kind="bank_item" />
    </Section>
  );
}

const columns: readonly Column<Item>[] = [
  {
    header: "Exception",
    cell: ({ kind, detail, records }) => (
      <Stack gap={2}>
        <Text size="sm" fw={500}>
          {kindWords(kind)}
        </Text>
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
        {records === null ? null : <Records records={records} />}
      </Stack>
    ),
  },
  { header: "Network", cell: ({ network }) => <StatusBadge status={network} tone="neutral" /> },
  { header: "Reference", cell: ({ reference }) => reference ?? "–" },
  {
    header: "File",
    cell: ({ file_id: fileId }) =>
      fileId === null ? "–" : <PageLink to={`/ops/bank-files/${fileId}`}>View file</PageLink>,
  },
  {
    header: "Bank entry",
    cell: ({ entry_id: id }) => (id === null ? "–" : <CopyId id={id} of="bank entry" />),
  },
  {
    header: "Amount",
    align: "right",
    cell: ({ amount }) => (amount === null ? "–" : <Amount value={amount} asset="USD" />),
  },
  { header: "Opened", sort: "created_at", cell: ({ created_at: at }) => <ListTime at={at} /> },
  { header: "Work", cell: ({ id }) => <WorkButton id={id} /> },
  {
    header: "Actions",
    cell: (item) => (
      <Group gap="xs" wrap="nowrap">
        <ResolveButton item={item} />
        {item.kind === "duplicate_reference" && item.entry_id === null ? <CreditButton item={item} /> : null}
      </Group>
    ),
  },
];

/** The movement as it was reported first, and again, side by side. */
function Records({ records }: { readonly records: NonNullable<Item["records"]> }) {
  return (
    <SimpleGrid cols={records.length} spacing="md" mt={4}>
      {records.map((record, index) => (
        <Stack key={record.reference} gap={0}>
          <Text size="xs" fw={500}>
            {index === 0 ? "Reported first" : "Reported again"}
          </Text>
          <Text size="xs">{record.reference}</Text>
          <Text size="xs">
            <Amount inline value={record.amount} asset="USD" /> on {record.booked_on}
          </Text>
          {record.names.map((name) => (
            <Text key={name} size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {name}
            </Text>
          ))}
          {record.file_id === null ? null : (
            <PageLink to={`/ops/bank-files/${record.file_id}`}>View file</PageLink>
          )}
        </Stack>
      ))}
    </SimpleGrid>
  );
}

function CreditButton({ item }: { readonly item: Item }) {
  const mayDecide = useCan("rails.decide");
  const queryClient = useQueryClient();
  const credit = async (note: string) => {
    await send("post", "/console/api/rails/items/{item_id}/credit", {
      params: { path: { item_id: item.id } },
      body: { note },
    });
    toastSuccess("Payment credited.");
    await queryClient.invalidateQueries({ queryKey: ["rails"] });
  };
  return (
    <ConfirmButton
      label="Credit"
      title={`Credit payment ${item.reference ?? ""} on ${item.network}`}
      size="xs"
      danger
      reasonLength={maxLengths.creditBankItem.note}
      explain="Only if the bank confirms that the two records are separate payments. The second one is credited, too. This can't be undone."
      disabledReason={mayDecide ? undefined : "Your role has read-only access to rails."}
      onConfirm={credit}
    />
  );
}

function ResolveButton({ item }: { readonly item: Item }) {
  const mayDecide = useCan("rails.decide");
  const queryClient = useQueryClient();
  const resolve = async (note: string) => {
    await send("post", "/console/api/rails/items/{item_id}/finish", {
      params: { path: { item_id: item.id } },
      body: { note },
    });
    toastSuccess("Exception resolved.");
    await queryClient.invalidateQueries({ queryKey: ["rails"] });
  };
  return (
    <ConfirmButton
      label="Resolve"
      title={`Resolve exception on ${item.network}`}
      size="xs"
      reasonLength={maxLengths.finishBankItem.note}
      explain={`${kindWords(item.kind)}: ${item.detail}. Describe how it was resolved.`}
      disabledReason={mayDecide ? undefined : "Your role has read-only access to rails."}
      onConfirm={resolve}
    />
  );
}
