import { Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Amount } from "../../kit/amount.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Facts } from "../../kit/facts.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { saveBlob } from "../../kit/save-file.ts";
import { Section } from "../../kit/section.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { toastError } from "../../kit/toast.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { AccountLink } from "./account-link.tsx";
import type { Statement, StatementQuery } from "./journal.ts";
import { JournalBack } from "./journal-back.tsx";
import { periodOf } from "./period.ts";
import { type Journal, useJournal } from "./use-journal.ts";

type Entry = Statement["entries"][number];

/** Statement of one ledger account, with its running balance. */
export function StatementPage() {
  const journal = useJournal();
  const [{ account }] = useUrlFilters({ account: "" });
  return account === "" ? <NoAccount journal={journal} /> : <AccountStatement journal={journal} />;
}

function NoAccount({ journal }: { readonly journal: Journal }) {
  return (
    <Page title="Statement" network={journal.network} back={<JournalBack journal={journal} />}>
      <Section title="Period">
        <Empty title="Choose an account">
          A statement covers one account. <PageLink to={journal.link()}>Ledger accounts</PageLink>
        </Empty>
      </Section>
    </Page>
  );
}

function AccountStatement({ journal }: { readonly journal: Journal }) {
  const [filters, setFilters] = useUrlFilters({ account: "", from: "", to: "", holds: "" });
  const { query: place, order, pagingOf } = useListPlace("created_at");
  const query: StatementQuery = {
    account: filters.account,
    ...periodOf(filters),
    holds: filters.holds === "yes" ? true : undefined,
  };
  const page = {
    sort: place.sort,
    "page[after]": place["page[after]"],
    "page[before]": place["page[before]"],
  };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["ledger-statement", journal.link(), query, page],
    queryFn: ({ signal }) => journal.statement({ ...query, ...page }, signal),
  });
  return (
    <Page
      title="Statement"
      description={<code style={{ overflowWrap: "anywhere" }}>{filters.account}</code>}
      network={journal.network}
      back={<JournalBack journal={journal} />}
      actions={<CsvButton journal={journal} query={query} />}
    >
      <Section title="Period" description="Dates are in UTC. Defaults to the last 30 days.">
        <Stack gap="md">
          <Period filters={filters} onChange={setFilters} />
          {data === undefined && error === null ? <Skeleton height={60} /> : null}
          {data === undefined ? null : <Summary statement={data} />}
        </Stack>
      </Section>
      <Section title="Entries" flush>
        <ListTable
          name="ledger-entries"
          sort={order.sort}
          label="Entries"
          columns={columnsFor(journal, query.holds === true)}
          rows={data?.entries}
          rowKey={({ sequence, position }) => `${sequence} ${position}`}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          paging={pagingOf(data?.pagination)}
          empty={<Empty title="No entries in this period" />}
        />
      </Section>
    </Page>
  );
}

interface PeriodProps {
  readonly filters: Readonly<Record<"from" | "to" | "holds", string>>;
  readonly onChange: (change: Partial<PeriodProps["filters"]>) => void;
}

function Period({ filters, onChange }: PeriodProps) {
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        type="date"
        label="From"
        size="xs"
        value={filters.from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        size="xs"
        value={filters.to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      <Checkbox
        label="Include holds"
        checked={filters.holds === "yes"}
        onChange={(event) => onChange({ holds: event.currentTarget.checked ? "yes" : "" })}
        mb={6}
      />
    </Group>
  );
}

function Summary({ statement }: { readonly statement: Statement }) {
  const { account, opening, closing, total_in, total_out } = statement;
  const amount = (value: string) => <Amount value={value} asset={account.asset} inline />;
  return (
    <Facts
      items={[
        ["Opening balance", amount(opening)],
        ["Credits", amount(total_in)],
        ["Debits", amount(total_out)],
        ["Closing balance", amount(closing)],
      ]}
    />
  );
}

function columnsFor(journal: Journal, withHolds: boolean): readonly Column<Entry>[] {
  const holds: readonly Column<Entry>[] = [
    {
      header: "Held change",
      align: "right",
      cell: ({ held_change }) => <Amount value={held_change} />,
    },
    { header: "Held", align: "right", cell: ({ held }) => <Amount value={held} /> },
  ];
  return [
    { header: "Time", sort: "created_at", phone: "end", cell: ({ at }) => <ListTime at={at} /> },
    {
      header: "Record",
      cell: ({ sequence }) => <PageLink to={journal.link("records", sequence)}>{`#${sequence}`}</PageLink>,
    },
    { header: "Type", phone: "title", cell: ({ type }) => statusWords(type) },
    { header: "Change", align: "right", phone: "value", cell: ({ change }) => <Amount value={change} /> },
    { header: "Balance", align: "right", phone: "detail", cell: ({ balance }) => <Amount value={balance} /> },
    ...(withHolds ? holds : []),
    {
      header: "Offsetting accounts",
      cell: ({ counterparts }) => <Counterparts journal={journal} paths={counterparts} />,
    },
  ];
}

function Counterparts({ journal, paths }: { readonly journal: Journal; readonly paths: readonly string[] }) {
  if (paths.length === 0) return <>–</>;
  return (
    <Stack gap={2}>
      {paths.map((path) => (
        <Text key={path} component="div" size="sm">
          <AccountLink journal={journal} path={path} />
        </Text>
      ))}
    </Stack>
  );
}

function CsvButton({ journal, query }: { readonly journal: Journal; readonly query: StatementQuery }) {
  const save = useMutation({
    mutationFn: () => journal.statementFile(query),
    onSuccess: (file) => saveBlob("statement.csv", file),
    onError: (error) => toastError(error),
  });
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Download CSV
    </Button>
  );
}
