import { Group, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Amount } from "../../kit/amount.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import type { Totals } from "./journal.ts";
import type { Journal } from "./use-journal.ts";

type Line = Totals["lines"][number];

/** The trial balance: what all accounts of a kind have together, and that each asset adds up to zero. */
export function TotalsSection({ journal }: { readonly journal: Journal }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["ledger-totals", journal.link()],
    queryFn: ({ signal }) => journal.totals(signal),
  });
  return (
    <Section
      title="Trial balance"
      description="By asset and kind of account."
      flush
      actions={data === undefined || !data.is_complete ? undefined : <Balanced totals={data} />}
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton height={120} m="md" /> : null}
      {data === undefined ? null : (
        <DataTable
          label="Trial balance"
          columns={columns}
          rows={data.is_complete ? data.lines : []}
          rowKey={({ asset, kind }) => `${asset} ${kind}`}
          empty={
            <Empty title={data.is_complete ? "Nothing was recorded yet" : "Too many accounts to add up here"}>
              {data.is_complete ? undefined : "The command florin ledger verify looks at all of them."}
            </Empty>
          }
        />
      )}
    </Section>
  );
}

function Balanced({ totals }: { readonly totals: Totals }) {
  const wrong = totals.assets.filter(({ is_balanced }) => !is_balanced);
  if (totals.assets.length === 0) return null;
  if (wrong.length === 0) return <StatusBadge status="Adds up to zero" tone="good" />;
  return (
    <Group gap="xs">
      <StatusBadge status="Does not add up" tone="bad" />
      <Text size="xs">
        {wrong.map(({ asset, sum }) => (
          <Amount key={asset} value={sum} asset={asset} inline />
        ))}
      </Text>
    </Group>
  );
}

const columns: readonly Column<Line>[] = [
  { header: "Asset", cell: ({ asset }) => asset },
  { header: "Kind", cell: ({ kind }) => kind },
  { header: "Accounts", align: "right", cell: ({ accounts }) => accounts.toLocaleString() },
  { header: "Posted", align: "right", cell: ({ posted }) => <Amount value={posted} /> },
  { header: "Held", align: "right", cell: ({ held }) => <Amount value={held} /> },
];
