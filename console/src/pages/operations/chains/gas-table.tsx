import { Amount } from "../../../kit/amount.tsx";
import { CopyId } from "../../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import type { Chain } from "./chains-query.ts";
import { coinAmount, coinOf } from "./coin-amount.ts";

type Gas = Chain["gas"][number];

/** What those have who pay for the work on a chain. */
export function GasTable({ chain }: { readonly chain: Chain }) {
  const coins = (units: string) => (
    <Amount value={coinAmount(chain.chain, units)} asset={coinOf(chain.chain)} />
  );
  const columns: readonly Column<Gas>[] = [
    { header: "Duty", cell: ({ duty, index }) => `${duty} ${index}` },
    { header: "Address", cell: ({ address }) => <CopyId id={address} of="address" /> },
    { header: "Has", cell: ({ balance }) => coins(balance), align: "right" },
    { header: "Floor", cell: ({ floor }) => coins(floor), align: "right" },
    {
      header: "State",
      cell: ({ is_low }) =>
        is_low ? <StatusBadge status="low" tone="waiting" /> : <StatusBadge status="ok" />,
    },
  ];
  return (
    <DataTable
      label="Who pays the fees"
      columns={columns}
      rows={chain.gas}
      rowKey={({ duty, index }) => `${duty} ${index}`}
      empty={<Empty title="Nothing is known">The chain was not asked, or did not answer.</Empty>}
    />
  );
}
