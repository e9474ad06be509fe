import { useQuery } from "@tanstack/react-query";
import { Amount } from "../../kit/amount.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { transferTypeLabel } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { type Balance, balancesQuery } from "./address.ts";
import type { AddressProps } from "./address-props.ts";

/** Balances of one address. */
export function AddressBalances({ accountId, address }: AddressProps) {
  const { data, error, isLoading, refetch } = useQuery({
    ...balancesQuery(useWorkspace(), accountId),
    ...useLive(),
  });
  return (
    <Section title="Balances" flush>
      <DataTable
        label="Address balances"
        columns={columns}
        rows={data?.balances.filter((balance) => balance.address.id === address.id)}
        rowKey={({ transfer_type, value_type }) => `${transfer_type} ${value_type}`}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={<Empty title="No balances">The address holds no tokens.</Empty>}
      />
    </Section>
  );
}

const columns: readonly Column<Balance>[] = [
  { header: "Chain", cell: ({ transfer_type }) => transferTypeLabel(transfer_type) },
  { header: "Token", cell: ({ value_type }) => value_type },
  {
    header: "Balance",
    cell: ({ balance }) => <Amount value={balance.value} asset={balance.currency} />,
    align: "right",
  },
  {
    header: "Available",
    cell: ({ available }) => <Amount value={available.value} asset={available.currency} />,
    align: "right",
  },
  { header: "Held", cell: ({ held }) => <Amount value={held.value} asset={held.currency} />, align: "right" },
];
