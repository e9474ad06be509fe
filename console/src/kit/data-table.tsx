import { Box, Checkbox, Table } from "@mantine/core";
import { type ColumnDef, tableFeatures, useTable } from "@tanstack/react-table";
import type { ReactNode } from "react";
import classes from "./data-table.module.css";
import { ErrorNotice } from "./error-notice.tsx";
import { ariaSort, type ListSort } from "./list/sort.ts";
import { SortHeader } from "./list/sort-header.tsx";
import type { Paging } from "./paging.ts";
import { PagingBar } from "./paging-bar.tsx";
import { RowOpener } from "./row-opener.tsx";
import { shortId } from "./short-id.ts";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { type OpenRow, useOpenRow } from "./use-open-row.ts";

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts are right-aligned. */
  readonly align?: "right";
  /** Name of the column in the API's `sort` parameter, if the list can be sorted by it. */
  readonly sort?: string;
  /** Shown only if the user chooses it. */
  readonly isOptional?: boolean;
  /** Place in the two lines of a row on a small screen. Columns without one are left out, if others have one. */
  readonly phone?: "title" | "value" | "detail" | "end";
}

/** Rows that the user has selected. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
}

export interface DataTableProps<Row> {
  /** Accessible name: "Transfers". */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  readonly isLoading?: boolean;
  readonly error?: unknown;
  readonly onRetry?: () => unknown;
  /** Shown instead of the table when there are no rows: an `<Empty>`. */
  readonly empty: ReactNode;
  /** Console path of the row's page, opened by a click on the row or by Enter. */
  readonly rowLink?: (row: Row) => string;
  /** Instead of `rowLink`, for rows that open something on the same page. */
  readonly onOpen?: (row: Row) => void;
  readonly paging?: Paging | undefined;
  readonly sort?: ListSort | undefined;
  readonly selection?: Selection | undefined;
  readonly isCompact?: boolean;
}

/** A table; on narrow screens, a list of cards. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, isLoading = false, error, onRetry, empty, paging } = props;
  const hasFailed = error !== undefined && error !== null;
  if (hasFailed && rows === undefined) {
    return (
      <Box p="md">
        <ErrorNotice error={error} {...(onRetry === undefined ? {} : { onRetry })} />
      </Box>
    );
  }
  const isWaiting = rows === undefined || (isLoading && rows.length === 0);
  if (!isWaiting && rows.length === 0 && paging?.onPrev === undefined) return <>{empty}</>;
  return (
    <Box className={classes["container"]}>
      {hasFailed ? <ErrorNotice error={error} title="This list could not be refreshed" /> : null}
      <Box className={classes["scroll"]}>
        <Rows {...props} rows={rows ?? []} isWaiting={isWaiting} />
      </Box>
      {paging === undefined ? null : <PagingBar paging={paging} label={props.label} />}
    </Box>
  );
}

const features = tableFeatures({});

interface RowsProps<Row> extends DataTableProps<Row> {
  readonly rows: readonly Row[];
  readonly isWaiting: boolean;
}

function Rows<Row extends object>({
  label,
  columns,
  rows,
  rowKey,
  rowLink,
  onOpen,
  isWaiting,
  sort,
  selection,
  isCompact = false,
}: RowsProps<Row>) {
  const table = useTable({ features, columns: columns.map(columnDefOf), data: rows, getRowId: rowKey });
  const openRow = useOpenRow({ rowLink, onOpen });
  const width = columns.length + (openRow === undefined ? 0 : 1) + (selection === undefined ? 0 : 1);
  const keys = rows.map(rowKey);
  const hasLines = columns.some(({ phone }) => phone !== undefined);
  return (
    <Table
      className={`${classes["table"]} ${hasLines ? classes["lines"] : ""}`}
      verticalSpacing={isCompact ? 2 : 7}
      highlightOnHover={openRow !== undefined}
      aria-label={label}
      aria-busy={isWaiting}
    >
      <Table.Thead className={classes["head"]}>
        <Table.Tr>
          {selection === undefined ? null : (
            <Table.Th className={classes["select"]}>
              <SelectAll selection={selection} keys={keys} label={label} />
            </Table.Th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.header} column={column} sort={sort} />
          ))}
          {openRow === undefined ? null : (
            <Table.Th className={classes["opener"]}>
              <span className={classes["unseen"]}>Open</span>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {isWaiting ? <SkeletonRows columns={width} /> : null}
        {table.getRowModel().rows.map((row) => (
          <DataRow
            key={row.id}
            rowId={row.id}
            row={row.original}
            columns={columns}
            openRow={openRow}
            selection={selection}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function columnDefOf<Row extends object>({ header, cell }: Column<Row>): ColumnDef<typeof features, Row> {
  return { id: header, header, cell: ({ row }) => cell(row.original) };
}

function HeaderCell<Row>({
  column: { header, align, sort: name },
  sort,
}: {
  readonly column: Column<Row>;
  readonly sort: ListSort | undefined;
}) {
  if (sort === undefined || name === undefined) {
    return (
      <Table.Th data-align={align} scope="col">
        {header}
      </Table.Th>
    );
  }
  return (
    <Table.Th data-align={align} scope="col" aria-sort={ariaSort(sort.value, name)}>
      <SortHeader header={header} column={name} sort={sort} />
    </Table.Th>
  );
}

interface SelectAllProps {
  readonly selection: Selection;
  readonly keys: readonly string[];
  readonly label: string;
}

function SelectAll({ selection, keys, label }: SelectAllProps) {
  const selected = keys.filter((key) => selection.keys.has(key)).length;
  return (
    <Checkbox
      size="xs"
      aria-label={`Select all: ${label}`}
      checked={keys.length > 0 && selected === keys.length}
      indeterminate={selected > 0 && selected < keys.length}
      onChange={(event) => selection.onChange(new Set(event.currentTarget.checked ? keys : []))}
    />
  );
}

interface DataRowProps<Row> {
  readonly rowId: string;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly openRow: OpenRow<Row> | undefined;
  readonly selection: Selection | undefined;
}

function DataRow<Row>({ rowId, row, columns, openRow, selection }: DataRowProps<Row>) {
  return (
    <Table.Tr
      className={openRow === undefined ? undefined : classes["open-row"]}
      onClick={openRow === undefined ? undefined : (event) => openRow.onRowClick(event, row)}
    >
      {selection === undefined ? null : (
        <Table.Td className={classes["select"]}>
          <Checkbox
            size="xs"
            aria-label={`Select ${shortId(rowId)}`}
            checked={selection.keys.has(rowId)}
            onChange={(event) => {
              const others = [...selection.keys].filter((key) => key !== rowId);
              selection.onChange(new Set(event.currentTarget.checked ? [...others, rowId] : others));
            }}
          />
        </Table.Td>
      )}
      {columns.map((column) => (
        <Table.Td
          key={column.header}
          data-label={column.header}
          data-align={column.align}
          data-phone={column.phone}
        >
          <div className={classes["cell"]}>{column.cell(row)}</div>
        </Table.Td>
      ))}
      {openRow === undefined ? null : (
        <Table.Td className={classes["opener"]}>
          <RowOpener rowId={rowId} row={row} openRow={openRow} />
        </Table.Td>
      )}
    </Table.Tr>
  );
}
