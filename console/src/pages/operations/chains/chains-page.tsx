import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Amount } from "../../../kit/amount.tsx";
import { ChartGrid } from "../../../kit/chart-grid.tsx";
import { type Column, DataTable } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { Page } from "../../../kit/page.tsx";
import { Section } from "../../../kit/section.tsx";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import { statusWords } from "../../../kit/status-tone.ts";
import { useLive } from "../../../kit/use-live.ts";
import { When } from "../../../kit/when.tsx";
import { chainState, openCount, stuckCount } from "./chain-state.ts";
import { type Chain, chainsQuery } from "./chains-query.ts";

const everyMs = 5_000;

/** Status of all chains. */
export function ChainsPage() {
  const { data, error, isLoading, refetch } = useQuery({ ...chainsQuery(), ...useLive(everyMs) });
  return (
    <Page title="Chains" description="Status, pending transactions and scan progress of each chain.">
      {(["testnet", "mainnet"] as const).map((network) => (
        <Section key={network} title={statusWords(network)} flush>
          <DataTable
            label={`Chains on ${network}`}
            columns={columns}
            rows={data?.chains.filter((chain) => chain.network === network)}
            rowKey={({ chain }) => `${network} ${chain}`}
            isLoading={isLoading}
            error={error}
            onRetry={refetch}
            rowLink={({ chain }) => `/ops/chains/${network}/${chain}`}
            empty={<Empty title="No chains" />}
          />
        </Section>
      ))}
      <ChartGrid columns={2} charts={charts} />
    </Page>
  );
}

const charts = [
  {
    title: "Gas wallets",
    description: "Balances, and how long they last at the current rate.",
    kind: "lines",
    path: "/console/api/charts/gas",
  },
  {
    title: "Confirmation time",
    description: "From the first sending of a transaction until it is final: median and 95th percentile.",
    kind: "lines",
    path: "/console/api/charts/confirmation-time",
  },
  { title: "Gas spent", kind: "bars", path: "/console/api/charts/gas-spent" },
] as const;

const columns: readonly Column<Chain>[] = [
  {
    header: "Chain",
    cell: ({ chain }) => (
      <Text size="sm" fw={500}>
        {statusWords(chain)}
      </Text>
    ),
  },
  {
    header: "Status",
    cell: (chain) => {
      const { words, tone } = chainState(chain);
      return <StatusBadge status={words} tone={tone} />;
    },
  },
  { header: "RPC nodes", cell: (chain) => <NodesOf {...chain} /> },
  { header: "Block height", cell: ({ height }) => <Height value={height} />, align: "right" },
  { header: "Scanner lag", cell: ({ scanner_lag }) => <Height value={scanner_lag} />, align: "right" },
  { header: "Last scan", cell: ({ scanned_at }) => <When at={scanned_at} /> },
  { header: "Pending", cell: openCount, align: "right" },
  { header: "Stuck", cell: stuckCount, align: "right" },
];

function NodesOf({ mode, hosts }: Chain) {
  if (mode === "remote") return <span style={{ overflowWrap: "anywhere" }}>{hosts.join(", ")}</span>;
  return mode === "local" ? "Local" : "–";
}

function Height({ value }: { readonly value: string | null }) {
  return value === null ? "–" : <Amount value={value} />;
}
