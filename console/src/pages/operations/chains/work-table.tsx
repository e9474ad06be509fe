import { type Column, DataTable } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import type { Chain } from "./chains-query.ts";

type Work = Chain["work"][number];

/** What is under way on a chain, by how far it is. */
export function WorkTable({ chain }: { readonly chain: Chain }) {
  return (
    <DataTable
      label="Work under way"
      columns={columns}
      rows={chain.work}
      rowKey={({ state }) => state}
      empty={<Empty title="Nothing is under way" />}
    />
  );
}

const columns: readonly Column<Work>[] = [
  { header: "State", cell: ({ state }) => <StatusBadge status={state} tone="moving" /> },
  { header: "Operations", cell: ({ count }) => count, align: "right" },
  { header: "Stuck", cell: ({ stuck }) => stuck, align: "right" },
  { header: "The oldest", cell: ({ oldest_seconds }) => duration(oldest_seconds), align: "right" },
];

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3_600)} h`;
}
