import type { ReactNode } from "react";
import { useUrlFilters } from "../use-url-filters.ts";
import { useUrlPaging } from "../use-url-paging.ts";
import { createdBetween } from "./date-range.ts";
import { DatesButton } from "./dates-button.tsx";
import type { ListSort } from "./sort.ts";

const sorts = ["-created_at", "created_at"] as const;
type Sort = (typeof sorts)[number];

interface OrderQuery {
  readonly created_after?: string;
  readonly created_before?: string;
  /** Undefined for the list's own order. */
  readonly sort: Sort | undefined;
}

/** Pagination cursor, order and time range of a list, as API query parameters. */
export type ListPlace = ReturnType<typeof useUrlPaging>["query"] & OrderQuery;

/** For the `order` of a ListTable. */
export interface ListOrder {
  readonly sort: ListSort;
  /** Chooses the time range. */
  readonly dates: ReactNode;
  /** A time range is chosen. */
  readonly hasDates: boolean;
}

/** The same as `useUrlPaging`, for a list that can be read in both orders and between two days. */
export function useListPlace(own: Sort = "-created_at") {
  const [{ from, to, sort }, setFilters] = useUrlFilters({ from: "", to: "", sort: own });
  const { query, pagingOf } = useUrlPaging();
  const chosen = sorts.find((known) => known === sort) ?? own;
  const filter: OrderQuery = {
    ...createdBetween({ from, to }),
    sort: chosen === own ? undefined : chosen,
  };
  const place: ListPlace = { ...query, ...filter };
  const order: ListOrder = {
    sort: { value: chosen, onSort: (value) => setFilters({ sort: value }) },
    dates: <DatesButton from={from} to={to} onChange={setFilters} />,
    hasDates: from !== "" || to !== "",
  };
  /** `filter` is for the totals and the file of the list. */
  return { query: place, filter, order, pagingOf };
}
