import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { Page } from "../../kit/page.tsx";
import { plainWords } from "../../kit/plain-words.ts";
import { Section } from "../../kit/section.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import type { LedgerRecord } from "./journal.ts";
import { JournalBack } from "./journal-back.tsx";
import { LineSummary } from "./line-summary.tsx";
import { useJournal } from "./use-journal.ts";

/** Records of one journal, newest first. */
export function RecordsPage() {
  const journal = useJournal();
  const [filters, setFilters] = useUrlFilters({ key: "" });
  const { query: place, filter: range, order, pagingOf } = useListPlace();
  const key = filters.key === "" ? undefined : filters.key;
  const query = { ...place, key };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["ledger-records", journal.link(), query],
    queryFn: ({ signal }) => journal.records(query, signal),
    ...useLive(),
  });
  const isFiltered = Object.values({ key, ...range }).some((value) => value !== undefined);
  const totals = useListTotals(`${journal.address}/records`, { key, ...range });
  return (
    <Page
      title="Records"
      description="Postings, holds and hold releases."
      network={journal.network}
      back={<JournalBack journal={journal} />}
    >
      <Section
        title="Journal"
        flush
        actions={
          <TextInput
            label="Key prefix"
            size="xs"
            w={280}
            maxLength={255}
            placeholder="transfer/01J8…/"
            value={filters.key}
            onChange={(event) => setFilters({ key: event.currentTarget.value.trim() })}
          />
        }
      >
        <ListTable
          name="ledger-records"
          noun={["record", "records"]}
          {...totals}
          order={order}
          label="Records"
          columns={columns}
          rows={data?.records}
          rowKey={({ sequence }) => sequence}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ sequence }) => journal.link("records", sequence)}
          paging={pagingOf(data?.pagination)}
          empty={<Empty title={isFiltered ? "No records match these filters" : "No records yet"} />}
        />
      </Section>
    </Page>
  );
}

const columns: readonly Column<LedgerRecord>[] = [
  { header: "Record", cell: ({ sequence }) => `#${sequence}` },
  { header: "Time", sort: "created_at", phone: "end", cell: ({ at }) => <ListTime at={at} /> },
  { header: "Type", phone: "detail", cell: ({ type }) => statusWords(type) },
  {
    header: "Cause",
    phone: "title",
    cell: ({ cause }) => `${statusWords(cause.type)}: ${plainWords(cause.effect)}`,
  },
  { header: "Amounts", phone: "value", cell: ({ lines }) => <LineSummary lines={lines} /> },
];
