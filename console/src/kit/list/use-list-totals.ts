import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { request } from "../../api/request.ts";
import { useLive } from "../use-live.ts";
import { exportHref } from "./export-href.ts";
import type { ListSummary } from "./list-table.tsx";

const everyMs = 20_000;

/** Count, sums and file of a list: `<ListTable {...useListTotals("/console/api/claims")} />`. Only the file has an order. */
export function useListTotals(address: string, query: Readonly<Record<string, string | undefined>> = {}) {
  const { sort: _, ...filters } = query;
  const { data } = useQuery({
    queryKey: ["summary", address, filters],
    queryFn: async ({ signal }) =>
      (await request("get", `${address}/summary`, { params: { query: filters }, signal })) as ListSummary,
    placeholderData: keepPreviousData,
    ...useLive(everyMs),
  });
  return { summary: data, exportHref: exportHref(`${address}.csv`, query) };
}

/** Beginning of the addresses of a workspace's lists. */
export function workspaceAddress(params: { readonly tenant_id: string; readonly network: string }): string {
  return `/console/api/workspaces/${params.tenant_id}/${params.network}`;
}
