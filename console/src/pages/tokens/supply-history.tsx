import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { type ChartLine, chartLooks } from "../../kit/chart-line.ts";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Section } from "../../kit/section.tsx";
import { SeriesChart } from "../../kit/series-chart.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";

const days = 30;
const everyMs = 60_000;

/** Daily supply of the token by chain. */
export function SupplyHistory({ valueType }: { readonly valueType: string }) {
  const { params } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: ["token-series", params, valueType, days],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}/series", {
        params: { path: { ...params, value_type: valueType }, query: { days } },
        signal,
      }),
    refetchInterval: everyMs,
  });
  const points = data?.points.map(({ date, chains: onChains }) => ({
    date,
    values: Object.fromEntries(
      onChains.map(({ transfer_type, supply }) => [transferTypeWords(transfer_type), supply]),
    ),
  }));
  const [last] = data?.points.slice(-1) ?? [];
  const lines = (last?.chains ?? []).map(({ transfer_type }, place): ChartLine => {
    return { name: transferTypeWords(transfer_type), look: chartLooks[place % chartLooks.length] ?? "first" };
  });
  return (
    <Section
      title="Supply over time"
      description={`By chain, last ${days} days, from the ledger of this workspace.`}
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton height={240} /> : null}
      {points === undefined ? null : points.length === 0 ? (
        <Empty title="Nothing minted yet" />
      ) : (
        <SeriesChart label={`Supply of ${valueType} by chain`} lines={lines} points={points} />
      )}
    </Section>
  );
}
