import { useQuery } from "@tanstack/react-query";
import { request } from "../api/request.ts";
import { isWorthSearching } from "./id-detection.ts";
import type { PaletteItem } from "./palette-item.ts";

interface FoundThings {
  readonly results: readonly FoundThing[];
}

interface FoundThing {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly tenant_id: string | null;
  readonly network: string | null;
  readonly path: string;
}

interface IdSearch {
  readonly items: readonly PaletteItem[];
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
}

/** Asks the service what has this id. */
export function useIdSearch(search: string): IdSearch {
  const { data, isFetching, isError } = useQuery({
    queryKey: ["search", search],
    queryFn: async ({ signal }) =>
      (await request("get", "/console/api/search", {
        params: { query: { query: search } },
        signal,
      })) as FoundThings,
    enabled: isWorthSearching(search),
    retry: false,
  });
  return { items: data?.results.map(itemOf) ?? [], isSearching: isFetching, hasFailed: isError };
}

function itemOf({ kind, id, title, network, path }: FoundThing): PaletteItem {
  const what = kind.replaceAll("_", " ");
  return {
    path,
    title,
    about: [what, network, id].filter((part) => part !== null && part !== title).join(" · "),
  };
}
