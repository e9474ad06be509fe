import { NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Amount } from "../../kit/amount.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { When } from "../../kit/when.tsx";
import { useCan, useMe } from "../../session/use-me.ts";
import { now } from "../../system-clock.ts";
import { useAssign } from "./use-assign.ts";
import { inView, kindWords, operatorsQuery, type WorkItem, type WorkView, workQuery } from "./work.ts";

const everyMs = 10_000;
const views = ["mine", "unassigned", "overdue"] as const;

/** Items of all queues, the most urgent first. */
export function WorkList() {
  const { user } = useMe();
  const mayAssign = useCan("work.write");
  const [{ view: given }, setFilters] = useUrlFilters({ view: "" });
  const view: WorkView = views.find((known) => known === given) ?? "all";
  const { data, error, isLoading, refetch } = useQuery({ ...workQuery, ...useLive(everyMs) });
  const count = (each: WorkView) => data?.items.filter((item) => inView(item, each, user.id, now())) ?? [];
  const rows = count(view);
  return (
    <Section title="Work queue" flush>
      <ListTable
        name="work"
        noun={["item", "items"]}
        label="Work queue"
        columns={columns}
        rows={data === undefined ? undefined : rows}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        rowLink={({ path }) => path}
        summary={
          data && {
            count: rows.length,
            is_more: !data.is_complete,
            sums: [],
            statuses: views.map((each) => ({ status: each, count: count(each).length, is_more: false })),
          }
        }
        all={data === undefined ? undefined : { count: data.items.length, is_more: !data.is_complete }}
        status={{
          statuses: views,
          value: view === "all" ? "" : view,
          onChange: (next) => setFilters({ view: next }),
        }}
        bulk={mayAssign ? (chosen, onDone) => <BulkAssign items={chosen} onDone={onDone} /> : undefined}
        empty={<Empty title="Nothing waits here" />}
      />
    </Section>
  );
}

interface BulkAssignProps {
  readonly items: readonly WorkItem[];
  readonly onDone: () => void;
}

function BulkAssign({ items, onDone }: BulkAssignProps) {
  const { data } = useQuery(operatorsQuery);
  const assign = useAssign();
  return (
    <NativeSelect
      aria-label="Assign to"
      size="xs"
      value=""
      disabled={assign.isPending || data === undefined}
      onChange={(event) => {
        const { value } = event.currentTarget;
        const assigneeId = value === "none" ? null : value;
        assign.mutate(
          items.map(({ kind, id }) => ({ kind, id, assigneeId })),
          { onSuccess: onDone },
        );
      }}
      data={[
        { value: "", label: "Assign to…", disabled: true },
        ...(data?.operators.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        { value: "none", label: "No one" },
      ]}
    />
  );
}

const columns: readonly Column<WorkItem>[] = [
  { header: "Queue", phone: "detail", cell: ({ kind }) => kindWords[kind] },
  {
    header: "Item",
    phone: "title",
    cell: ({ kind, title }) => (
      <Text size="sm" fw={500}>
        {title === null ? kindWords[kind] : kind === "review" ? title : statusWords(title)}
      </Text>
    ),
  },
  {
    header: "Amount",
    align: "right",
    phone: "value",
    cell: ({ amount }) => (amount === null ? "–" : <Amount value={amount.value} asset={amount.currency} />),
  },
  { header: "Waiting since", phone: "end", cell: ({ since }) => <When at={since} /> },
  { header: "Due", cell: ({ due_at }) => (due_at === null ? "–" : <ListTime at={due_at} />) },
  { header: "Owner", cell: ({ assignee }) => assignee?.name ?? "–" },
  { header: "Notes", align: "right", isOptional: true, cell: ({ notes }) => notes },
  { header: "Network", cell: ({ network }) => <StatusBadge status={network} tone="neutral" /> },
];
