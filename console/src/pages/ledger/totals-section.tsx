import { Group, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Amount } from "../../kit/amount.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import type { Totals } from "./journal.ts";
import type { Journal } from "./use-journal.ts";

type Line = Totals["lines"][number];

/** Trial balance: totals by asset and account kind. Each asset must sum to zero. */
export function TotalsSection({ journal }: { readonly journal: Journal }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["ledger-totals", journal.link()],
    queryFn: ({ signal }) => journal.totals(signal),
  });
  return (
    <Section
      title="Trial balance"
      description="By asset and account type."
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
            <Empty title={data.is_complete ? "No records yet" : "Too many accounts to total here"}>
              {data.is_complete ? undefined : "Run florin admin ledger verify to check all accounts."}
            </Empty>
          }
        />
      )}
    </Section>
  );
}

function Balanced({ totals }: { readonly totals: Totals }) {
  const unbalanced = totals.assets.filter(({ is_balanced }) => !is_balanced);
  if (totals.assets.length === 0) return null;
  if (unbalanced.length === 0) return <StatusBadge status="Balanced" tone="good" />;
  return (
    <Group gap="xs">
      <StatusBadge status="Unbalanced" tone="bad" />
      <Text size="xs">
        {unbalanced.map(({ asset, sum }) => (
          <Amount key={asset} value={sum} asset={asset} inline />
        ))}
      </Text>
    </Group>
  );
}

const columns: readonly Column<Line>[] = [
  { header: "Asset", phone: "detail", cell: ({ asset }) => asset },
  { header: "Account type", phone: "title", cell: ({ kind }) => statusWords(kind) },
  { header: "Accounts", align: "right", cell: ({ accounts }) => accounts.toLocaleString() },
  { header: "Posted", align: "right", phone: "value", cell: ({ posted }) => <Amount value={posted} /> },
  { header: "Held", align: "right", cell: ({ held }) => <Amount value={held} /> },
];
