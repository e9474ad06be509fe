import { NativeSelect, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import type { ChartLine, ChartPoint } from "../../kit/chart-line.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { SeriesChart } from "../../kit/series-chart.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { Home } from "./home.ts";

type TokenSummary = Home["tokens"][number];

const days = 30;
const everyMs = 60_000;

/** Current and daily supply and reserve of each token. */
export function SupplySection({ tokens }: { readonly tokens: Home["tokens"] }) {
  const link = useWorkspaceLink();
  if (tokens.length === 0) return null;
  return (
    <>
      <SupplyChart />
      <Section title="Tokens" description="According to the ledger of this workspace." flush>
        <DataTable
          label="Tokens"
          columns={columns}
          rows={tokens}
          rowKey={({ value_type }) => value_type}
          rowLink={({ value_type }) => link("tokens", value_type)}
          empty={<Empty title="No tokens" />}
        />
      </Section>
    </>
  );
}

const columns: readonly Column<TokenSummary>[] = [
  { header: "Token", cell: ({ value_type }) => value_type },
  {
    header: "Supply",
    align: "right",
    cell: ({ supply, value_type }) => <Amount value={supply} asset={value_type} />,
  },
  {
    header: "Reserve",
    align: "right",
    cell: ({ reserve }) => (reserve === null ? "–" : <Amount value={reserve} asset="USD" />),
  },
  {
    header: "Chains",
    cell: ({ chains }) => chains.map(({ transfer_type }) => transferTypeWords(transfer_type)).join(", "),
  },
];

function SupplyChart() {
  const { params } = useWorkspace();
  const [chosen, setChosen] = useState("");
  const { data, error, refetch } = useQuery({
    queryKey: ["home-series", params, days],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/home/series", {
        params: { path: params, query: { days } },
        signal,
      }),
    refetchInterval: everyMs,
  });
  const token = data?.tokens.find(({ value_type }) => value_type === chosen) ?? data?.tokens[0];
  return (
    <Section
      title={token?.is_backed === true ? "Supply and reserve" : "Supply"}
      description={`End-of-day values for the last ${days} days.`}
      actions={
        data === undefined || data.tokens.length < 2 ? undefined : (
          <NativeSelect
            label="Token"
            size="xs"
            value={token?.value_type ?? ""}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={data.tokens.map(({ value_type }) => value_type)}
          />
        )
      }
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton height={240} /> : null}
      {token === undefined ? null : (
        <SeriesChart
          label={`${token.is_backed ? "Supply and reserve" : "Supply"} of ${token.value_type}`}
          lines={linesOf(token.is_backed)}
          points={token.points.map(toPoint)}
        />
      )}
      {data?.is_complete === false ? (
        <Text size="xs" c="dimmed">
          Not all tokens are shown.
        </Text>
      ) : null}
    </Section>
  );
}

function linesOf(isBacked: boolean): readonly ChartLine[] {
  const supply: ChartLine = { name: "Supply", look: "first" };
  return isBacked ? [supply, { name: "Reserve", look: "second" }] : [supply];
}

function toPoint({
  date,
  supply,
  reserve,
}: {
  readonly date: string;
  readonly supply: string;
  readonly reserve: string | null;
}): ChartPoint {
  return { date, values: { Supply: supply, ...(reserve === null ? {} : { Reserve: reserve }) } };
}
