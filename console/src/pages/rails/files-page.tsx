import { Group, NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { networkWords } from "../../kit/network-words.ts";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { When } from "../../kit/when.tsx";
import { networks } from "../../workspace/network.ts";
import { directionWords, formatWords, sizeWords, stateTones } from "./file-words.ts";

type BankFile = ResponseBody<"/console/api/rails/files">["files"][number];

const directions = ["out", "in"] as const;
const states = ["stored", "sent", "read", "quarantined", "duplicate"] as const;
const formats = ["ach", "xml"] as const;

/** Bank files, newest first. */
export function FilesPage() {
  const [filters, setFilters] = useUrlFilters({ network: "", direction: "", state: "", format: "" });
  const { query: place, filter: range, order, pagingOf } = useListPlace();
  const chosen = chosenFilters(filters);
  const query = { ...place, ...chosen };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["rails", "files", query],
    queryFn: ({ signal }) => get("/console/api/rails/files", { params: { query }, signal }),
    ...useLive(),
  });
  const totals = useListTotals("/console/api/rails/files", { ...chosen, ...range });
  const isQuarantine = query.state === "quarantined";
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <Page
      title="Bank files"
      description="Files sent to and received from banks. Files that can't be parsed are quarantined."
      network={query.network}
      back={<PageLink to="/ops/rails">Rails</PageLink>}
    >
      <Section
        title={isQuarantine ? "Quarantine" : "Files"}
        flush
        actions={<Filters filters={filters} setFilters={setFilters} />}
      >
        <ListTable
          name="bank-files"
          noun={["file", "files"]}
          {...totals}
          order={order}
          status={{
            statuses: states,
            value: filters.state,
            onChange: (state) => setFilters({ state }),
          }}
          label="Bank files"
          columns={isQuarantine ? quarantineColumns : columns}
          rows={data?.files}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ id }) => `/ops/bank-files/${id}`}
          paging={pagingOf(data?.pagination)}
          empty={
            <Empty title={isQuarantine ? "Quarantine is empty" : "No files"}>
              {isFiltered ? null : "The first payment over a bank rail creates one."}
            </Empty>
          }
        />
      </Section>
    </Page>
  );
}

function chosenFilters(filters: FiltersProps["filters"]) {
  return {
    network: networks.find((known) => known === filters.network),
    direction: directions.find((known) => known === filters.direction),
    state: states.find((known) => known === filters.state),
    format: formats.find((known) => known === filters.format),
  };
}

interface FiltersProps {
  readonly filters: Readonly<Record<"network" | "direction" | "state" | "format", string>>;
  readonly setFilters: (change: Partial<FiltersProps["filters"]>) => void;
}

function Filters({ filters, setFilters }: FiltersProps) {
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label="Network"
        size="xs"
        value={filters.network}
        onChange={(event) => setFilters({ network: event.currentTarget.value })}
        data={[
          { value: "", label: "Both" },
          ...networks.map((value) => ({ value, label: networkWords[value] })),
        ]}
      />
      <NativeSelect
        label="Direction"
        size="xs"
        value={filters.direction}
        onChange={(event) => setFilters({ direction: event.currentTarget.value })}
        data={[
          { value: "", label: "Both" },
          ...directions.map((value) => ({ value, label: directionWords[value] })),
        ]}
      />
      <NativeSelect
        label="Format"
        size="xs"
        value={filters.format}
        onChange={(event) => setFilters({ format: event.currentTarget.value })}
        data={[
          { value: "", label: "Any" },
          ...formats.map((value) => ({ value, label: formatWords(value) })),
        ]}
      />
    </Group>
  );
}

const nameColumn: Column<BankFile> = {
  header: "Name",
  cell: ({ name }) => (
    <Text size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
      {name}
    </Text>
  ),
};
const networkColumn: Column<BankFile> = {
  header: "Network",
  cell: ({ network }) => <StatusBadge status={network} tone="neutral" />,
};
const whenColumn: Column<BankFile> = {
  header: "Stored",
  sort: "created_at",
  cell: ({ created_at: at }) => <When at={at} />,
};

const columns: readonly Column<BankFile>[] = [
  nameColumn,
  { header: "Direction", cell: ({ direction }) => directionWords[direction] },
  networkColumn,
  { header: "Status", cell: ({ state }) => <StatusBadge status={state} tone={stateTones[state]} /> },
  { header: "Entries", align: "right", cell: ({ totals }) => totals?.entries ?? "–" },
  {
    header: "Credits",
    align: "right",
    cell: ({ totals }) => (totals === null ? "–" : <Amount value={totals.credits} asset="USD" />),
  },
  {
    header: "Debits",
    align: "right",
    cell: ({ totals }) => (totals === null ? "–" : <Amount value={totals.debits} asset="USD" />),
  },
  { header: "Size", align: "right", cell: ({ size_bytes: bytes }) => sizeWords(bytes) },
  whenColumn,
];

const quarantineColumns: readonly Column<BankFile>[] = [
  nameColumn,
  networkColumn,
  {
    header: "Problem",
    cell: ({ problems }) => {
      const [first, ...rest] = problems;
      if (first === undefined) return "–";
      const others = rest.length === 0 ? "" : ` (and ${rest.length} more)`;
      return `Line ${first.line}: ${first.detail}${others}`;
    },
  },
  whenColumn,
];
