import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { countWords } from "../count-words.ts";
import { type Column, DataTable, type DataTableProps } from "../data-table.tsx";
import { Empty } from "../empty.tsx";
import { groupedDecimal } from "../grouped-decimal.ts";
import { saveText } from "../save-file.ts";
import { DisplayMenu } from "./display-menu.tsx";
import classes from "./list.module.css";
import { type ColumnChoice, useColumnChoice, useDensity } from "./list-display.ts";
import { rowsCsv } from "./rows-csv.ts";
import { SavedViews } from "./saved-views.tsx";
import { StatusTabs } from "./status-tabs.tsx";
import type { ListOrder } from "./use-list-place.tsx";
import type { SavedList } from "./use-views.ts";

/** Count and sums of what a list contains, as the API returns them. */
export interface ListSummary {
  readonly count: number;
  readonly is_more: boolean;
  readonly sums: readonly {
    readonly amount: string;
    readonly currency: string;
    /** Of payments: `inbound` or `outbound`. */
    readonly direction: string | null;
    /** Of lists of both networks. */
    readonly network: string | null;
  }[];
  readonly statuses: readonly {
    readonly status: string;
    readonly count: number;
    readonly is_more: boolean;
  }[];
}

interface ListTableProps<Row> extends Omit<DataTableProps<Row>, "selection" | "isCompact"> {
  /** Under which saved views and the user's choice of columns are stored: "transfers". */
  readonly name: SavedList;
  /** Singular and plural, for lists with a summary. */
  readonly noun?: readonly [string, string];
  readonly summary?: ListSummary | undefined;
  readonly status?: StatusFilter;
  /** Count of the first tab, if it is not the sum of the others. */
  readonly all?: { readonly count: number; readonly is_more: boolean } | undefined;
  /** Address of the whole list as CSV. */
  readonly exportHref?: string;
  /** The page has filters besides the statuses and the order. */
  readonly hasFilters?: boolean;
  /** Order and time range, from `useListPlace`. */
  readonly order?: ListOrder;
  /** Actions on the selected rows, besides their file. */
  readonly bulk?: ((rows: readonly Row[], onDone: () => void) => ReactNode) | undefined;
}

interface StatusFilter {
  readonly statuses: readonly string[];
  /** Empty for all. */
  readonly value: string;
  readonly onChange: (status: string) => void;
}

/** A list page's table: status tabs, totals, sorting, columns, density, export and actions on several rows. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const {
    name,
    noun = ["item", "items"],
    summary,
    status,
    all,
    exportHref,
    hasFilters = false,
    order,
    bulk,
    columns,
    rows = [],
    ...table
  } = props;
  const [choice, onChoose] = useColumnChoice(name);
  const [density] = useDensity();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const sort = table.sort ?? order?.sort;
  const shown = shownColumns(columns, choice);
  const chosen = rows.filter((row) => selected.has(props.rowKey(row)));
  const isSelectable = bulk !== undefined || exportHref !== undefined;
  return (
    <>
      <div className={classes["bar"]}>
        {status === undefined ? null : <StatusTabs {...status} counts={summary && countsOf(summary, all)} />}
        <div className={classes["tools"]}>
          {hasFilters || status !== undefined || sort !== undefined ? <SavedViews list={name} /> : null}
          {order?.dates}
          <DisplayMenu
            columns={columns.map((column) => ({ header: column.header, isShown: shown.includes(column) }))}
            choice={choice}
            onChoose={onChoose}
          />
          {exportHref === undefined ? null : <ExportLink href={exportHref} />}
        </div>
      </div>
      <Chosen name={name} rows={chosen}>
        {bulk?.(chosen, () => setSelected(new Set()))}
      </Chosen>
      <DataTable
        {...table}
        sort={sort}
        empty={order?.hasDates === true ? <Empty title={`No ${noun[1]} match these filters`} /> : props.empty}
        columns={shown}
        rows={props.rows}
        isCompact={density === "compact"}
        selection={isSelectable ? { keys: selected, onChange: setSelected } : undefined}
      />
      {summary === undefined || summary.count === 0 ? null : <Totals summary={summary} noun={noun} />}
    </>
  );
}

function countsOf({ statuses }: ListSummary, all: ListTableProps<object>["all"]) {
  const sum = statuses.reduce((total, each) => total + each.count, 0);
  const isMore = statuses.some((each) => each.is_more);
  return new Map([
    ["", all ?? { count: sum, is_more: isMore }],
    ...statuses.map((each) => [each.status, each] as const),
  ]);
}

/** At least one column is always shown. */
function shownColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): readonly Column<Row>[] {
  const shown = columns.filter(({ header, isOptional = false }) => choice.get(header) ?? !isOptional);
  return shown.length === 0 ? columns.slice(0, 1) : shown;
}

interface ChosenProps<Row> {
  readonly name: SavedList;
  readonly rows: readonly Row[];
  readonly children: ReactNode;
}

/** What can be done with the selected rows. */
function Chosen<Row extends object>({ name, rows, children }: ChosenProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <div className={classes["selected"]} role="status">
      {`${rows.length} selected`}
      {children}
      <Button
        size="xs"
        variant="default"
        onClick={() => saveText(`${name}-selected.csv`, rowsCsv(rows), "text/csv")}
      >
        Export selected
      </Button>
    </div>
  );
}

function ExportLink({ href }: { readonly href: string }) {
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      size="xs"
      leftSection={<Download size={14} aria-hidden />}
    >
      Export CSV
    </Button>
  );
}

function Totals({
  summary,
  noun,
}: {
  readonly summary: ListSummary;
  readonly noun: readonly [string, string];
}) {
  const { count, is_more, sums } = summary;
  return (
    <div className={classes["totals"]}>
      <span>{`${countWords(count, is_more)} ${count === 1 && !is_more ? noun[0] : noun[1]}`}</span>
      {sums.map(({ amount, currency, direction, network }) => (
        <span key={`${network} ${currency} ${direction}`}>
          {[
            `${groupedDecimal(amount)} ${currency}`,
            direction ?? "",
            network === null ? "" : `on ${network}`,
            is_more ? "of those counted" : "",
          ]
            .filter((words) => words !== "")
            .join(" ")}
        </span>
      ))}
    </div>
  );
}
