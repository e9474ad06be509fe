import { Box, Table } from "@mantine/core";
import { type ColumnDef, tableFeatures, useTable } from "@tanstack/react-table";
import type { ReactNode } from "react";
import classes from "./data-table.module.css";
import { ErrorNotice } from "./error-notice.tsx";
import type { Paging } from "./paging.ts";
import { PagingBar } from "./paging-bar.tsx";
import { RowOpener } from "./row-opener.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { type OpenRow, useOpenRow } from "./use-open-row.ts";

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts are right-aligned. */
  readonly align?: "right";
}

interface DataTableProps<Row> {
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
}: RowsProps<Row>) {
  const table = useTable({ features, columns: columns.map(columnDefOf), data: rows, getRowId: rowKey });
  const openRow = useOpenRow({ rowLink, onOpen });
  const width = columns.length + (openRow === undefined ? 0 : 1);
  return (
    <Table
      className={classes["table"]}
      highlightOnHover={openRow !== undefined}
      aria-label={label}
      aria-busy={isWaiting}
    >
      <Table.Thead className={classes["head"]}>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th key={column.header} data-align={column.align} scope="col">
              {column.header}
            </Table.Th>
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
          <DataRow key={row.id} rowId={row.id} row={row.original} columns={columns} openRow={openRow} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function columnDefOf<Row extends object>({ header, cell }: Column<Row>): ColumnDef<typeof features, Row> {
  return { id: header, header, cell: ({ row }) => cell(row.original) };
}

interface DataRowProps<Row> {
  readonly rowId: string;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly openRow: OpenRow<Row> | undefined;
}

function DataRow<Row>({ rowId, row, columns, openRow }: DataRowProps<Row>) {
  return (
    <Table.Tr
      className={openRow === undefined ? undefined : classes["open-row"]}
      onClick={openRow === undefined ? undefined : (event) => openRow.onRowClick(event, row)}
    >
      {columns.map((column) => (
        <Table.Td key={column.header} data-label={column.header} data-align={column.align}>
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
