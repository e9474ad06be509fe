/** Sort order of a list: the name of a sortable column, after a minus sign if descending. */
export interface ListSort {
  readonly value: string;
  readonly onSort: (value: string) => void;
}

/** Order after a click on the header of a column: descending first, because amounts and dates start at the top. */
export function sortAfterClick(current: string, column: string): string {
  return current === `-${column}` ? column : `-${column}`;
}

export function ariaSort(current: string, column: string): "ascending" | "descending" | "none" {
  if (current === column) return "ascending";
  return current === `-${column}` ? "descending" : "none";
}
