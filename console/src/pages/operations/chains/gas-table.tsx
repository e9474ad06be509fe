import { Amount } from "../../../kit/amount.tsx";
import { CopyId } from "../../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../../kit/data-table.tsx";
import { flooredDecimal } from "../../../kit/decimals.ts";
import { Empty } from "../../../kit/empty.tsx";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import type { Chain } from "./chains-query.ts";
import { coinAmount } from "./coin-amount.ts";

type Gas = Chain["gas"][number];

/** The rest is in the tooltip. */
const shownDecimals = 6;

/** Balances of the wallets that pay fees on a chain. */
export function GasTable({ chain }: { readonly chain: Chain }) {
  const coins = (units: string) => {
    const amount = coinAmount(units, chain.coin_decimals);
    return (
      <span title={amount}>
        <Amount value={flooredDecimal(amount, shownDecimals)} asset={chain.coin ?? ""} />
      </span>
    );
  };
  const columns: readonly Column<Gas>[] = [
    { header: "Key role", cell: ({ role, index }) => `${role} ${index}` },
    { header: "Address", cell: ({ address }) => <CopyId id={address} of="address" /> },
    { header: "Balance", cell: ({ balance }) => coins(balance), align: "right" },
    { header: "Minimum", cell: ({ floor }) => coins(floor), align: "right" },
    {
      header: "Status",
      cell: ({ is_low }) =>
        is_low ? <StatusBadge status="low" tone="waiting" /> : <StatusBadge status="ok" />,
    },
  ];
  return (
    <DataTable
      label="Gas wallets"
      columns={columns}
      rows={chain.gas}
      rowKey={({ role, index }) => `${role} ${index}`}
      empty={<Empty title="No data">The chain is off or unreachable.</Empty>}
    />
  );
}
