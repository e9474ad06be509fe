import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Paging } from "./paging.ts";

interface Pagination {
  readonly next: string | null;
  readonly prev: string | null;
}

interface UrlPaging {
  /** Spread into the query of a list. */
  readonly query: { readonly "page[after]": string | undefined; readonly "page[before]": string | undefined };
  /** Pagination callbacks for a DataTable, from the response's `pagination`. */
  readonly pagingOf: (pagination: Pagination | undefined) => Paging | undefined;
}

/** Pagination cursor, kept in the URL next to the filters. */
export function useUrlPaging(): UrlPaging {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const goTo = (cursor: { readonly after?: string; readonly before?: string }) => {
    void navigate({
      to: ".",
      search: ({ after: _after, before: _before, ...rest }: Readonly<Record<string, unknown>>) => ({
        ...rest,
        ...cursor,
      }),
    });
  };
  return {
    query: { "page[after]": textOf(search["after"]), "page[before]": textOf(search["before"]) },
    pagingOf: (pagination) => {
      if (pagination === undefined) return undefined;
      const { next, prev } = pagination;
      return {
        onNext: next === null ? undefined : () => goTo({ after: next }),
        onPrev: prev === null ? undefined : () => goTo({ before: prev }),
      };
    },
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
