import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody } from "../api/client.ts";
import { statusWords } from "../kit/status-tone.ts";
import { usePlace } from "../shell/use-place.ts";
import type { PaletteItem } from "./palette-item.ts";
import { isWorthSearching } from "./tidied-search.ts";

interface IdSearch {
  readonly items: readonly PaletteItem[];
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
}

/** Searches objects: in all tenants of the user, and for operators values in the tenant of the page. */
export function useIdSearch(search: string): IdSearch {
  const { tenantId } = usePlace();
  const { data, isFetching, isError } = useQuery({
    queryKey: ["search", search, tenantId],
    queryFn: ({ signal }) =>
      get("/console/api/search", { params: { query: { query: search, tenant_id: tenantId } }, signal }),
    enabled: isWorthSearching(search),
    retry: false,
  });
  return {
    items: groupedByKind(data?.results.map(itemOf) ?? []),
    isSearching: isFetching,
    hasFailed: isError,
  };
}

type FoundThing = ResponseBody<"/console/api/search">["results"][number];

function itemOf({ kind, id, title, status, network, path }: FoundThing): PaletteItem {
  const about = [network, id].filter((part) => part !== null && part !== title).join(" · ");
  return { path, title, about, status, group: groupOf(kind) };
}

const irregular: Readonly<Record<string, string>> = {
  address: "Addresses",
  api_request: "API requests",
  delivery: "Deliveries",
};

function groupOf(kind: string): string {
  return irregular[kind] ?? `${statusWords(kind)}s`;
}

/** In the order of the first result of each group. */
function groupedByKind(items: readonly PaletteItem[]): readonly PaletteItem[] {
  const groups = [...new Set(items.map(({ group }) => group))];
  return groups.flatMap((group) => items.filter((item) => item.group === group));
}
