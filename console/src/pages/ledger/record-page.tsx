import { Group, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Amount } from "../../kit/amount.tsx";
import { CopyButton } from "../../kit/copy-button.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { When } from "../../kit/when.tsx";
import { workspacePath } from "../../workspace/workspace-path.ts";
import { AccountLink } from "./account-link.tsx";
import type { LedgerRecord } from "./journal.ts";
import { JournalBack } from "./journal-back.tsx";
import { type Journal, useJournal } from "./use-journal.ts";

/** One journal record: its postings and its cause. */
export function RecordPage() {
  const journal = useJournal();
  const sequence = usePageParam("sequence");
  const { data, error, refetch } = useQuery({
    queryKey: ["ledger-record", journal.link(), sequence],
    queryFn: ({ signal }) => journal.record(sequence, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page title={`Record #${sequence}`} back={<JournalBack journal={journal} />} network={journal.network}>
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton height={200} /> : null}
      {data === undefined ? null : <RecordBody journal={journal} record={data} />}
    </Page>
  );
}

interface RecordBodyProps {
  readonly journal: Journal;
  readonly record: LedgerRecord;
}

function RecordBody({ journal, record }: RecordBodyProps) {
  return (
    <>
      <Section title="Details">
        <Facts
          items={[
            ["Time", <When key="when" at={record.at} exact />],
            ["Type", statusWords(record.type)],
            ["Cause", <CauseLink key="cause" journal={journal} cause={record.cause} />],
            ["Ledger effect", record.cause.effect],
            ["Key", <CopyId key="key" id={record.key} of="record" full />],
            [
              "Related records",
              <PageLink
                key="same"
                to={`${journal.link("records")}?key=${encodeURIComponent(keyStart(record))}`}
              >
                Show all
              </PageLink>,
            ],
          ]}
        />
      </Section>
      <Section title={record.type === "hold" ? "Held amounts" : "Postings"} flush>
        <DataTable
          label="Postings"
          columns={columnsFor(journal)}
          rows={record.lines.map((line, place) => ({ ...line, place }))}
          rowKey={({ place }) => `${place}`}
          empty={<Empty title="No postings">This record releases a hold.</Empty>}
        />
      </Section>
    </>
  );
}

/** Key prefix shared by all records with the same cause. */
function keyStart({ key, cause }: LedgerRecord): string {
  if (cause.id === null) return key;
  return key.slice(0, key.indexOf(cause.id) + cause.id.length + 1);
}

function CauseLink({ journal, cause }: { readonly journal: Journal; readonly cause: LedgerRecord["cause"] }) {
  const words = cause.type.replaceAll("_", " ");
  if (cause.id === null) return <>{words}</>;
  const page = pages[cause.type];
  if (page === undefined) return <CopyId id={cause.id} of={words} />;
  const to = workspacePath(journal.tenantId, journal.network, page, cause.id);
  return (
    <Group gap={4} component="span" display="inline-flex">
      <PageLink to={to}>Open {words}</PageLink>
      <CopyButton value={cause.id} label={`Copy ${words} ID`} />
    </Group>
  );
}

/** Workspace page that shows the cause. */
const pages: Readonly<Partial<Record<LedgerRecord["cause"]["type"], string>>> = {
  transfer: "transfers",
  payment: "payments",
};

type PlacedLine = LedgerRecord["lines"][number] & { readonly place: number };

function columnsFor(journal: Journal): readonly Column<PlacedLine>[] {
  return [
    { header: "Account", cell: ({ account }) => <AccountLink journal={journal} path={account.path} /> },
    {
      header: "Amount",
      align: "right",
      cell: ({ amount, account }) => <Amount value={amount} asset={account.asset} />,
    },
  ];
}
