import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody } from "../api/client.ts";
import type { PaletteItem } from "./palette-item.ts";
import { isWorthSearching } from "./tidied-search.ts";

interface IdSearch {
  readonly items: readonly PaletteItem[];
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
}

/** Searches objects by id. */
export function useIdSearch(search: string): IdSearch {
  const { data, isFetching, isError } = useQuery({
    queryKey: ["search", search],
    queryFn: ({ signal }) => get("/console/api/search", { params: { query: { query: search } }, signal }),
    enabled: isWorthSearching(search),
    retry: false,
  });
  return { items: data?.results.map(itemOf) ?? [], isSearching: isFetching, hasFailed: isError };
}

type FoundThing = ResponseBody<"/console/api/search">["results"][number];

function itemOf({ kind, id, title, network, path }: FoundThing): PaletteItem {
  const what = kind.replaceAll("_", " ");
  return {
    path,
    title,
    about: [what, network, id].filter((part) => part !== null && part !== title).join(" · "),
  };
}
