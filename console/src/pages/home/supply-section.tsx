import { Amount } from "../../kit/amount.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import type { Home } from "./home.ts";

type TokenSummary = Home["tokens"][number];

/** Current supply and reserve of each token. */
export function SupplySection({ tokens }: { readonly tokens: Home["tokens"] }) {
  const link = useWorkspaceLink();
  if (tokens.length === 0) return null;
  return (
    <Section title="Tokens" description="According to the ledger of this workspace." flush>
      <DataTable
        label="Tokens"
        columns={columns}
        rows={tokens}
        rowKey={({ value_type }) => value_type}
        rowLink={({ value_type }) => link("tokens", value_type)}
        empty={<Empty title="No tokens" />}
      />
    </Section>
  );
}

const columns: readonly Column<TokenSummary>[] = [
  { header: "Token", cell: ({ value_type }) => value_type },
  {
    header: "Supply",
    align: "right",
    cell: ({ supply, value_type }) => <Amount value={supply} asset={value_type} />,
  },
  {
    header: "Reserve",
    align: "right",
    cell: ({ reserve }) => (reserve === null ? "–" : <Amount value={reserve} asset="USD" />),
  },
  {
    header: "Chains",
    cell: ({ chains }) => chains.map(({ transfer_type }) => transferTypeWords(transfer_type)).join(", "),
  },
];
