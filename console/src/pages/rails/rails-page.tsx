import { Alert, Button, Group, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { get, type ResponseBody } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ClockTime } from "../../kit/clock-time.tsx";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { dayWords } from "../../kit/day-words.ts";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { networkWords } from "../../kit/network-words.ts";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { plainWords } from "../../kit/plain-words.ts";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { transferTypeLabel } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import { directionWords, formatWords, kindWords, stateTones } from "./file-words.ts";
import { ItemsPanel } from "./items-panel.tsx";
import { RailCharts } from "./rail-charts.tsx";

type Overview = ResponseBody<"/console/api/rails">;

const everyMs = 10_000;

/** Overview of bank files, exceptions, work in progress and the banking calendar. */
export function RailsPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ["rails"],
    queryFn: ({ signal }) => get("/console/api/rails", { signal }),
    ...useLive(everyMs),
  });
  return (
    <Page
      title="Rails"
      description="Bank files, exceptions that need manual resolution, and the banking calendar."
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
      <RailCharts />
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
      title={count === 1 ? "1 file in quarantine" : `${count} files in quarantine`}
      icon={<CircleAlert size={18} aria-hidden />}
    >
      Records in quarantined files are not applied.{" "}
      <PageLink to="/ops/bank-files?state=quarantined">View quarantine</PageLink>
    </Alert>
  );
}

const secondsPerMinute = 60;

function Waiting({ overview: { waiting } }: { readonly overview: Overview }) {
  return (
    <Section title="In progress" description="Files and bank entries that are not final yet." flush>
      <DataTable
        label="In progress"
        columns={waitingColumns}
        rows={waiting}
        rowKey={({ network, what, name }) => `${network} ${what} ${name}`}
        empty={<Empty title="Nothing in progress">All bank entries are final.</Empty>}
      />
    </Section>
  );
}

const waitingColumns: readonly Column<Overview["waiting"][number]>[] = [
  { header: "Item", cell: ({ what, name }) => `${kindWords(what)}: ${plainWords(name)}` },
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
    <Section title="Today (New York)">
      <Facts
        items={[
          ["Date", dayWords(calendar.today)],
          [
            "Banks",
            <StatusBadge
              key="open"
              status={calendar.is_banking_day ? "Banking day" : "Closed"}
              tone={calendar.is_banking_day ? "good" : "waiting"}
            />,
          ],
          ["Next banking day", dayWords(calendar.next_banking_day)],
          ...banks.map(
            ({ network, connector }) =>
              [
                `Bank, ${networkWords[network]}`,
                connector === "sandbox" ? "Sandbox bank" : "File transfer",
              ] as const,
          ),
        ]}
      />
    </Section>
  );
}

function Calendar({ overview: { calendar } }: { readonly overview: Overview }) {
  return (
    <Section
      title="Processing windows and cutoffs"
      description="Timing of a bank entry submitted now, per the Federal Reserve calendar. The sandbox bank may settle earlier."
      flush
    >
      <DataTable
        label="Processing windows and cutoffs"
        columns={railColumns}
        rows={calendar.rails}
        rowKey={({ rail }) => rail}
        empty={<Empty title="No rails" />}
      />
    </Section>
  );
}

const railColumns: readonly Column<Overview["calendar"]["rails"][number]>[] = [
  { header: "Rail", cell: ({ rail }) => transferTypeLabel(rail) },
  { header: "File sent", cell: ({ leaves_at: at }) => <ClockTime at={at} /> },
  { header: "Cutoff", cell: ({ cutoff_at: at }) => <ClockTime at={at} /> },
  { header: "Settles", cell: ({ settles_at: at }) => <ClockTime at={at} /> },
  { header: "Final", cell: ({ final_at: at }) => <ClockTime at={at} /> },
  { header: "Settlement date", cell: ({ settlement_date: date }) => dayWords(date) },
];

function FileCounts({ overview: { files, sent, since } }: { readonly overview: Overview }) {
  return (
    <Section
      title="Files, last 7 days"
      description={
        <Group gap={4}>
          Since <When at={since} exact />
        </Group>
      }
      flush
    >
      <DataTable
        label="Files, last 7 days"
        columns={countColumns(sent)}
        rows={files}
        rowKey={({ network, direction, format, state }) => `${network} ${direction} ${format} ${state}`}
        rowLink={({ network, direction, format, state }) =>
          `/ops/bank-files?${new URLSearchParams({ network, direction, format, state }).toString()}`
        }
        empty={<Empty title="No files">The first payment over a bank rail creates one.</Empty>}
      />
    </Section>
  );
}

type FileCount = Overview["files"][number];

/** Totals cover all sent files of a format, so they are shown once, in the row of the sent files. */
function countColumns(sent: Overview["sent"]): readonly Column<FileCount>[] {
  const totalOf = ({ network, direction, format, state }: FileCount) =>
    direction === "out" && state === "sent"
      ? sent.find((each) => each.network === network && each.format === format)
      : undefined;
  return [
    { header: "Direction", cell: ({ direction }) => directionWords[direction] },
    { header: "Network", cell: ({ network }) => <StatusBadge status={network} tone="neutral" /> },
    { header: "Format", cell: ({ format }) => formatWords(format) },
    { header: "Status", cell: ({ state }) => <StatusBadge status={state} tone={stateTones[state]} /> },
    { header: "Count", align: "right", cell: ({ count }) => count },
    { header: "Entries", align: "right", cell: (row) => totalOf(row)?.entries ?? "–" },
    {
      header: "Credits",
      align: "right",
      cell: (row) => {
        const total = totalOf(row);
        return total === undefined ? "–" : <Amount value={total.credits} asset="USD" />;
      },
    },
    {
      header: "Debits",
      align: "right",
      cell: (row) => {
        const total = totalOf(row);
        return total === undefined ? "–" : <Amount value={total.debits} asset="USD" />;
      },
    },
  ];
}
