import { useNavigate, useSearch } from "@tanstack/react-router";
import { readFilters, writeFilters } from "./url-filters.ts";

/**
 * Filters that are kept in the URL, so that a list can be sent to somebody else and found again after going back.
 * `const [filters, setFilters] = useUrlFilters({ status: "", account: "" });` What equals its default stays out of the
 * URL. A change of a filter begins at the first page again.
 */
export function useUrlFilters<Name extends string>(
  defaults: Readonly<Record<Name, string>>,
): readonly [Readonly<Record<Name, string>>, (change: Partial<Readonly<Record<Name, string>>>) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const setFilters = (change: Partial<Readonly<Record<Name, string>>>) => {
    void navigate({
      to: ".",
      search: (current: Readonly<Record<string, unknown>>) => writeFilters(defaults, current, change),
      replace: true,
      resetScroll: false,
    });
  };
  return [readFilters(defaults, search), setFilters];
}
