import { Amount } from "../../kit/amount.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { networkWords } from "../../kit/network-words.ts";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import type { Difference } from "./token.ts";

interface DifferencesTableProps {
  readonly differences: readonly Difference[];
  /** With network and tenant, for those who look over all of them. */
  readonly isOfAll?: boolean;
}

/** Where chains and ledger did not agree. */
export function DifferencesTable({ differences, isOfAll = false }: DifferencesTableProps) {
  return (
    <DataTable
      label="Differences"
      columns={isOfAll ? [...places, ...columns] : columns}
      rows={differences}
      rowKey={keyOf}
      empty={<Empty title="Chains and ledger agree">Nothing differs that is not under way.</Empty>}
    />
  );
}

function keyOf(difference: Difference): string {
  const { network, transfer_type, value_type, address_id } = difference;
  return [network, transfer_type, value_type, address_id ?? "supply"].join(" ");
}

const places: readonly Column<Difference>[] = [
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
    header: "What",
    cell: ({ address_id }) => (address_id === null ? "The supply" : <CopyId id={address_id} of="address" />),
  },
  {
    header: "On the chain",
    align: "right",
    cell: ({ on_chain }) => (on_chain === null ? "could not be asked" : <Amount value={on_chain} />),
  },
  { header: "In the ledger", align: "right", cell: ({ in_ledger }) => <Amount value={in_ledger} /> },
  { header: "Why", cell: ({ cause }) => cause.replaceAll("_", " ") },
];
