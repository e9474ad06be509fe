import { Alert, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { type Answered, get } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ClockTime } from "../../kit/clock-time.tsx";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { plainWords } from "../../kit/plain-words.ts";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import { directionWords, formatWords, kindWords, stateTones } from "./file-words.ts";
import { ItemsPanel } from "./items-panel.tsx";

type Overview = Answered<"/console/api/rails">;

const everyMs = 10_000;

/** What went to banks and came from them, what of it waits, and when banks work. */
export function RailsPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ["rails"],
    queryFn: ({ signal }) => get("/console/api/rails", { signal }),
    ...useLive(everyMs),
  });
  return (
    <Page
      title="Rails"
      description="Files to banks and from them, what in them waits for a person, and the calendar of the banks."
      actions={
        <Button component={ConsoleLink} to="/ops/bank-files" variant="default">
          All files
        </Button>
      }
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined ? error === null ? <SkeletonLines count={12} /> : null : <Whole overview={data} />}
    </Page>
  );
}

function Whole({ overview }: { readonly overview: Overview }) {
  return (
    <Stack>
      <Quarantine overview={overview} />
      <ItemsPanel />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Waiting overview={overview} />
        <Today overview={overview} />
      </SimpleGrid>
      <Calendar overview={overview} />
      <FileCounts overview={overview} />
    </Stack>
  );
}

function Quarantine({ overview: { waiting } }: { readonly overview: Overview }) {
  const count = waiting
    .filter(({ what, name }) => what === "files" && name === "quarantined")
    .reduce((total, each) => total + each.count, 0);
  if (count === 0) return null;
  return (
    <Alert
      color="red"
      title={count === 1 ? "One file is in quarantine" : `${count} files are in quarantine`}
      icon={<CircleAlert size={18} aria-hidden />}
    >
      What a bank said there is not known to anybody yet.{" "}
      <PageLink to="/ops/bank-files?state=quarantined">Look at the quarantine</PageLink>
    </Alert>
  );
}

const secondsPerMinute = 60;

function Waiting({ overview: { waiting } }: { readonly overview: Overview }) {
  return (
    <Section title="Under way" description="What is not at its end yet, and since when." flush>
      <DataTable
        label="Under way"
        columns={waitingColumns}
        rows={waiting}
        rowKey={({ network, what, name }) => `${network} ${what} ${name}`}
        empty={<Empty title="Nothing is under way">Every entry has reached its end.</Empty>}
      />
    </Section>
  );
}

const waitingColumns: readonly Column<Overview["waiting"][number]>[] = [
  { header: "What", cell: ({ what, name }) => `${kindWords(what)}: ${plainWords(name)}` },
  { header: "Network", cell: ({ network }) => <StatusBadge status={network} tone="neutral" /> },
  { header: "Count", align: "right", cell: ({ count }) => count },
  {
    header: "Oldest",
    cell: ({ oldest_seconds: seconds }) =>
      seconds < secondsPerMinute ? "just now" : `${Math.floor(seconds / secondsPerMinute)} min`,
  },
];

function Today({ overview: { calendar, banks } }: { readonly overview: Overview }) {
  return (
    <Section title="Today in New York">
      <Facts
        items={[
          ["Date", calendar.today],
          [
            "Banks",
            <StatusBadge
              key="open"
              status={calendar.is_banking_day ? "A banking day" : "Closed"}
              tone={calendar.is_banking_day ? "good" : "waiting"}
            />,
          ],
          ["Next banking day", calendar.next_banking_day],
          ...banks.map(
            ({ network, connector }) =>
              [`Bank of ${network}`, connector === "sandbox" ? "The sandbox bank" : "Files"] as const,
          ),
        ]}
      />
    </Section>
  );
}

function Calendar({ overview: { calendar } }: { readonly overview: Overview }) {
  return (
    <Section
      title="Windows and cut-offs"
      description="What becomes of an entry that is handed in now, by the calendar of the Federal Reserve. A sandbox bank may be ahead of it."
      flush
    >
      <DataTable
        label="Windows and cut-offs"
        columns={railColumns}
        rows={calendar.rails}
        rowKey={({ rail }) => rail}
        empty={<Empty title="No rails" />}
      />
    </Section>
  );
}

const railColumns: readonly Column<Overview["calendar"]["rails"][number]>[] = [
  { header: "Rail", cell: ({ rail }) => <Text size="sm">{transferTypeWords(rail)}</Text> },
  { header: "File leaves", cell: ({ leaves_at: at }) => <ClockTime at={at} /> },
  { header: "Cut-off", cell: ({ cutoff_at: at }) => <ClockTime at={at} /> },
  { header: "Settles", cell: ({ settles_at: at }) => <ClockTime at={at} /> },
  { header: "Final", cell: ({ final_at: at }) => <ClockTime at={at} /> },
  { header: "Settlement day", cell: ({ settlement_date: date }) => date },
];

function FileCounts({ overview: { files, sent, since } }: { readonly overview: Overview }) {
  return (
    <Section
      title="Files of the last seven days"
      description={
        <Group gap={4}>
          Since <When at={since} exact />
        </Group>
      }
      flush
    >
      <DataTable
        label="Files of the last seven days"
        columns={countColumns(sent)}
        rows={files}
        rowKey={({ network, direction, format, state }) => `${network} ${direction} ${format} ${state}`}
        rowLink={({ network, direction, format, state }) =>
          `/ops/bank-files?${new URLSearchParams({ network, direction, format, state }).toString()}`
        }
        empty={<Empty title="No files">The first payment over a bank rail makes one.</Empty>}
      />
    </Section>
  );
}

type FileCount = Overview["files"][number];

/** Totals are of all files of a format together, so they stand once, with those that were sent. */
function countColumns(sent: Overview["sent"]): readonly Column<FileCount>[] {
  const totalOf = ({ network, direction, format, state }: FileCount) =>
    direction === "out" && state === "sent"
      ? sent.find((each) => each.network === network && each.format === format)
      : undefined;
  return [
    { header: "Files", cell: ({ direction }) => directionWords[direction] },
    { header: "Network", cell: ({ network }) => <StatusBadge status={network} tone="neutral" /> },
    { header: "Format", cell: ({ format }) => formatWords(format) },
    { header: "State", cell: ({ state }) => <StatusBadge status={state} tone={stateTones[state]} /> },
    { header: "Count", align: "right", cell: ({ count }) => count },
    { header: "Entries", align: "right", cell: (row) => totalOf(row)?.entries ?? "–" },
    {
      header: "Paid",
      align: "right",
      cell: (row) => {
        const total = totalOf(row);
        return total === undefined ? "–" : <Amount value={total.credits} asset="USD" />;
      },
    },
    {
      header: "Pulled",
      align: "right",
      cell: (row) => {
        const total = totalOf(row);
        return total === undefined ? "–" : <Amount value={total.debits} asset="USD" />;
      },
    },
  ];
}
