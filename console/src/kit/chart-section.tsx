import { NativeSelect, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { request } from "../api/request.ts";
import type { paths } from "../api/schema.d.ts";
import { Chart } from "./chart.tsx";
import type { ChartData } from "./chart-data.ts";
import { ErrorNotice } from "./error-notice.tsx";
import { useChartPeriod } from "./period-picker.tsx";
import { Section } from "./section.tsx";

/** Endpoints of charts. All of them respond with the same schema. */
export type ChartPath = Extract<keyof paths, `/console/api/${string}charts/${string}`>;

export interface ChartSectionProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly kind: "bars" | "lines";
  readonly path: ChartPath;
  /** Path parameters. */
  readonly params?: object;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

const everyMs = 60_000;
const heightPx = 270;

/** A chart of the page's period, from its endpoint. */
export function ChartSection({ title, description, kind, path, params = {}, query = {} }: ChartSectionProps) {
  const { period, isCompared } = useChartPeriod();
  const [chosen, setChosen] = useState("");
  const { data, error, refetch } = useQuery({
    queryKey: ["chart", path, params, query, period],
    queryFn: async ({ signal }) =>
      (await request("get", path, {
        params: { path: params, query: { ...query, period } },
        signal,
      })) as ChartData,
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
  });
  const panels = data?.panels ?? [];
  const panel = panels.find(({ name }) => name === chosen) ?? panels[0];
  const isMoney = panel !== undefined && !["count", "percent", "ms"].includes(panel.unit);
  return (
    <Section
      title={title}
      description={description}
      actions={
        panels.length < 2 ? undefined : (
          <NativeSelect
            aria-label={`${title}: show`}
            size="xs"
            value={panel?.name ?? ""}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={panels.map(({ name }) => name)}
          />
        )
      }
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton height={heightPx} />
        ) : null
      ) : (
        <Chart
          label={panels.length > 1 || isMoney ? `${title}, ${panel?.name}` : title}
          kind={kind}
          data={data}
          panel={panel}
          isCompared={isCompared}
        />
      )}
    </Section>
  );
}
