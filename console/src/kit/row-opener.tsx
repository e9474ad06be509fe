import { ActionIcon } from "@mantine/core";
import { ChevronRight } from "lucide-react";
import type { KeyboardEvent } from "react";
import { ConsoleLink } from "./console-link.tsx";
import { shortId } from "./short-id.ts";
import type { OpenRow } from "./use-open-row.ts";

interface RowOpenerProps<Row> {
  readonly rowId: string;
  readonly row: Row;
  readonly openRow: OpenRow<Row>;
}

/** Opens a row by keyboard. The arrow keys move between rows. */
export function RowOpener<Row>({ rowId, row, openRow }: RowOpenerProps<Row>) {
  const common = {
    variant: "subtle",
    color: "gray",
    size: "sm",
    "aria-label": `Open ${shortId(rowId)}`,
    "data-row-opener": true,
    onKeyDown: goToNeighbour,
  } as const;
  const icon = <ChevronRight size={16} aria-hidden />;
  if (openRow.pathOf === undefined) {
    return (
      <ActionIcon {...common} onClick={() => openRow.open(row)}>
        {icon}
      </ActionIcon>
    );
  }
  return (
    <ActionIcon {...common} component={ConsoleLink} to={openRow.pathOf(row)}>
      {icon}
    </ActionIcon>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

function goToNeighbour(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const table = event.currentTarget.closest("table");
  const openers = [...(table?.querySelectorAll<HTMLElement>("[data-row-opener]") ?? [])];
  const neighbour = openers[openers.indexOf(event.currentTarget) + step];
  if (neighbour === undefined) return;
  event.preventDefault();
  neighbour.focus();
}
