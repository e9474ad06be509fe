import { useNavigate, useSearch } from "@tanstack/react-router";
import { readFilters, writeFilters } from "./url-filters.ts";

/**
 * Filters kept in the URL, so that a filtered list can be shared and survives navigation.
 * `const [filters, setFilters] = useUrlFilters({ status: "", account: "" });` Values equal to their defaults are not
 * written to the URL. Changing a filter resets pagination.
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
