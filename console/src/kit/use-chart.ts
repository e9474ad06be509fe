import { useQuery } from "@tanstack/react-query";
import { request } from "../api/request.ts";
import type { paths } from "../api/schema.d.ts";
import type { ChartData } from "./chart-data.ts";
import { useChartPeriod } from "./period-picker.tsx";

/** Endpoints of charts. All of them respond with the same schema. */
export type ChartPath = Extract<keyof paths, `/console/api/${string}charts/${string}`>;

export interface ChartSource {
  readonly path: ChartPath;
  /** Path parameters. */
  readonly params?: object;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

const everyMs = 60_000;

/** A chart of the page's period, from its endpoint. */
export function useChart({ path, params = {}, query = {} }: ChartSource) {
  const { period } = useChartPeriod();
  return useQuery({
    queryKey: ["chart", path, params, query, period],
    queryFn: async ({ signal }) =>
      (await request("get", path, {
        params: { path: params, query: { ...query, period } },
        signal,
      })) as ChartData,
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
  });
}
