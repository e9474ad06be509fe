import { useNavigate } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { splitPath } from "./split-path.ts";

/** How rows of a table open. */
export interface OpenRow<Row> {
  readonly pathOf: ((row: Row) => string) | undefined;
  readonly open: (row: Row) => void;
  readonly onRowClick: (event: MouseEvent<HTMLElement>, row: Row) => void;
}

interface RowTargets<Row> {
  readonly rowLink: ((row: Row) => string) | undefined;
  readonly onOpen: ((row: Row) => void) | undefined;
}

export function useOpenRow<Row>({ rowLink, onOpen }: RowTargets<Row>): OpenRow<Row> | undefined {
  const navigate = useNavigate();
  if (rowLink === undefined && onOpen === undefined) return undefined;
  const open = (row: Row) => {
    if (onOpen !== undefined) onOpen(row);
    else if (rowLink !== undefined) void navigate(splitPath(rowLink(row)));
  };
  return {
    pathOf: onOpen === undefined ? rowLink : undefined,
    open,
    onRowClick: (event, row) => {
      if (!isMeantForSomethingElse(event)) open(row);
    },
  };
}

/** A click on a control inside the row, or the end of a text selection, does not open the row. */
function isMeantForSomethingElse({ target }: MouseEvent<HTMLElement>): boolean {
  const isControl =
    target instanceof Element && target.closest("a, button, input, label, select, textarea") !== null;
  return isControl || window.getSelection()?.isCollapsed === false;
}
