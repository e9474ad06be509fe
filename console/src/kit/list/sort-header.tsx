import { UnstyledButton } from "@mantine/core";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import classes from "./list.module.css";
import { ariaSort, type ListSort, sortAfterClick } from "./sort.ts";

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

interface SortHeaderProps {
  readonly header: string;
  readonly column: string;
  readonly sort: ListSort;
}

/** The header of a column that sorts the list. The order is in `aria-sort` of the header cell. */
export function SortHeader({ header, column, sort }: SortHeaderProps) {
  const Icon = icons[ariaSort(sort.value, column)];
  return (
    <UnstyledButton
      className={classes["sort"]}
      onClick={() => sort.onSort(sortAfterClick(sort.value, column))}
    >
      {header}
      <Icon size={12} aria-hidden />
    </UnstyledButton>
  );
}
