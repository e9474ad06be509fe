import { NativeSelect, Skeleton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Chart } from "./chart.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { useChartPeriod } from "./period-picker.tsx";
import { Section } from "./section.tsx";
import { type ChartSource, useChart } from "./use-chart.ts";

export interface ChartSectionProps extends ChartSource {
  readonly title: string;
  readonly description?: ReactNode;
  readonly kind: "bars" | "lines";
}

const heightPx = 270;

/** A chart of the page's period, from its endpoint. */
export function ChartSection({ title, description, kind, path, params = {}, query = {} }: ChartSectionProps) {
  const { isCompared } = useChartPeriod();
  const [chosen, setChosen] = useState("");
  const { data, error, refetch } = useChart({ path, params, query });
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
