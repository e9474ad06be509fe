import { type Column, DataTable } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import type { Chain } from "./chains-query.ts";

type Work = Chain["work"][number];

/** Pending transactions of a chain by status. */
export function WorkTable({ chain }: { readonly chain: Chain }) {
  return (
    <DataTable
      label="Pending transactions"
      columns={columns}
      rows={chain.work}
      rowKey={({ state }) => state}
      empty={<Empty title="No pending transactions" />}
    />
  );
}

const columns: readonly Column<Work>[] = [
  { header: "Status", cell: ({ state }) => <StatusBadge status={state} tone="moving" /> },
  { header: "Transactions", cell: ({ count }) => count, align: "right" },
  { header: "Stuck", cell: ({ stuck }) => stuck, align: "right" },
  { header: "Oldest", cell: ({ oldest_seconds }) => duration(oldest_seconds), align: "right" },
];

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3_600)} h`;
}
