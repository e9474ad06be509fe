import { Amount } from "../../kit/amount.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { networkWords } from "../../kit/network-words.ts";
import { statusWords } from "../../kit/status-tone.ts";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import type { Difference } from "./token.ts";

interface DifferencesTableProps {
  readonly differences: readonly Difference[];
  /** Adds network and tenant columns, for operators. */
  readonly isOfAll?: boolean;
}

/** Differences between on-chain and ledger balances. */
export function DifferencesTable({ differences, isOfAll = false }: DifferencesTableProps) {
  return (
    <DataTable
      label="Differences"
      columns={isOfAll ? [...scopeColumns, ...columns] : columns}
      rows={differences}
      rowKey={keyOf}
      empty={<Empty title="No differences">Chain and ledger balances match.</Empty>}
    />
  );
}

function keyOf(difference: Difference): string {
  const { network, transfer_type, value_type, address_id } = difference;
  return [network, transfer_type, value_type, address_id ?? "supply"].join(" ");
}

const scopeColumns: readonly Column<Difference>[] = [
  { header: "Network", cell: ({ network }) => networkWords[network] },
  {
    header: "Tenant",
    cell: ({ tenant_id }) => (tenant_id === null ? "–" : <CopyId id={tenant_id} of="tenant" />),
  },
];

const columns: readonly Column<Difference>[] = [
  { header: "Token", cell: ({ value_type }) => value_type },
  { header: "Chain", cell: ({ transfer_type }) => transferTypeWords(transfer_type) },
  {
    header: "Scope",
    cell: ({ address_id }) =>
      address_id === null ? "Total supply" : <CopyId id={address_id} of="address" />,
  },
  {
    header: "On chain",
    align: "right",
    cell: ({ on_chain }) => (on_chain === null ? "unreachable" : <Amount value={on_chain} />),
  },
  { header: "Ledger", align: "right", cell: ({ in_ledger }) => <Amount value={in_ledger} /> },
  { header: "Cause", cell: ({ cause }) => statusWords(cause) },
];
