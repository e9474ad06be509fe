import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Page } from "../../kit/page.tsx";
import { plainWords } from "../../kit/plain-words.ts";
import { Section } from "../../kit/section.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useUrlPaging } from "../../kit/use-url-paging.ts";
import { When } from "../../kit/when.tsx";
import type { LedgerRecord } from "./journal.ts";
import { JournalBack } from "./journal-back.tsx";
import { LineSummary } from "./line-summary.tsx";
import { useJournal } from "./use-journal.ts";

/** Records of one journal, newest first. */
export function RecordsPage() {
  const journal = useJournal();
  const [filters, setFilters] = useUrlFilters({ key: "" });
  const { query: place, pagingOf } = useUrlPaging();
  const query = {
    key: filters.key === "" ? undefined : filters.key,
    "page[after]": filters.key === "" ? place["page[after]"] : undefined,
  };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["ledger-records", journal.link(), query],
    queryFn: ({ signal }) => journal.records(query, signal),
    ...useLive(),
  });
  return (
    <Page
      title="Records"
      description="Postings, holds and hold releases, newest first."
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
        <DataTable
          label="Records"
          columns={columns}
          rows={data?.records}
          rowKey={({ sequence }) => sequence}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ sequence }) => journal.link("records", sequence)}
          paging={pagingOf(data?.pagination)}
          empty={<Empty title={filters.key === "" ? "No records yet" : "No records match this key prefix"} />}
        />
      </Section>
    </Page>
  );
}

const columns: readonly Column<LedgerRecord>[] = [
  { header: "Record", phone: "end", cell: ({ sequence }) => `#${sequence}` },
  { header: "Time", phone: "detail", cell: ({ at }) => <When at={at} /> },
  { header: "Type", cell: ({ type }) => statusWords(type) },
  {
    header: "Cause",
    phone: "title",
    cell: ({ cause }) => `${statusWords(cause.type)}: ${plainWords(cause.effect)}`,
  },
  { header: "Amounts", phone: "value", cell: ({ lines }) => <LineSummary lines={lines} /> },
];
