import { useQuery } from "@tanstack/react-query";
import { Amount } from "../../kit/amount.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { useLive } from "../../kit/use-live.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { balancesQuery } from "./address.ts";
import { type AssetTotal, totalsByAsset } from "./totals-by-asset.ts";

interface AccountBalancesProps {
  readonly accountId: string;
  readonly title?: string;
  /** Adds a link to the balances by address. */
  readonly withLink?: boolean;
}

/** Balances of an account by token, summed over its addresses. */
export function AccountBalances({ accountId, title = "Balances", withLink = true }: AccountBalancesProps) {
  const link = useWorkspaceLink();
  const { data, error, isLoading, refetch } = useQuery({
    ...balancesQuery(useWorkspace(), accountId),
    ...useLive(),
  });
  return (
    <Section
      title={title}
      flush
      actions={
        withLink ? <PageLink to={`${link("balances")}?account=${accountId}`}>By address</PageLink> : undefined
      }
    >
      <DataTable
        label="Balances by token"
        columns={columns}
        rows={data === undefined ? undefined : totalsByAsset(data.balances)}
        rowKey={({ asset }) => asset}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={<Empty title="No balances">The account holds no tokens.</Empty>}
      />
    </Section>
  );
}

const columns: readonly Column<AssetTotal>[] = [
  { header: "Token", phone: "title", cell: ({ asset }) => asset },
  {
    header: "Balance",
    phone: "value",
    cell: ({ balance, asset }) => <Amount value={balance} asset={asset} />,
    align: "right",
  },
  {
    header: "Available",
    cell: ({ available, asset }) => <Amount value={available} asset={asset} />,
    align: "right",
  },
  { header: "Held", cell: ({ held, asset }) => <Amount value={held} asset={asset} />, align: "right" },
];
