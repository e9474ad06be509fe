import { SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ChartSection } from "../../kit/chart-section.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Page } from "../../kit/page.tsx";
import { PeriodPicker } from "../../kit/period-picker.tsx";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import type { Network } from "../../workspace/network.ts";
import { InstructionsPanel } from "./instructions-panel.tsx";
import { TenantBar } from "./tenant-bar.tsx";
import { TenantSuggestions } from "./tenant-suggestions.tsx";
import { useTenantChoice } from "./use-tenant-choice.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

type Treasury = ResponseBody<"/console/api/treasury/{tenant_id}/{network}">;

/** Treasury of a tenant: USD and third-party tokens that it holds for conversion. */
export function TreasuryPage() {
  const choice = useTenantChoice();
  const { tenantId, network } = choice;
  return (
    <Page
      network={network}
      title="Treasury"
      description="Liquidity that a tenant holds to convert third-party tokens: tokens on chains and USD at the bank."
    >
      <TenantBar {...choice} />
      {tenantId === "" ? (
        <Section title="Balances">
          <TenantSuggestions onTenant={choice.onTenant}>
            Each tenant has one treasury per network.
          </TenantSuggestions>
        </Section>
      ) : (
        <TenantTreasury key={`${tenantId} ${network}`} tenantId={tenantId} network={network} />
      )}
    </Page>
  );
}

interface TenantTreasuryProps {
  readonly tenantId: string;
  readonly network: Network;
}

function TenantTreasury({ tenantId, network }: TenantTreasuryProps) {
  const path = { tenant_id: tenantId, network };
  const { data, error, refetch } = useQuery({
    queryKey: ["treasury", path],
    queryFn: ({ signal }) => get("/console/api/treasury/{tenant_id}/{network}", { params: { path }, signal }),
    ...useLive(),
  });
  if (data === undefined) {
    return error === null ? <SkeletonLines count={10} /> : <ErrorNotice error={error} onRetry={refetch} />;
  }
  return (
    <Stack>
      <Section title="Balances" flush actions={<WithdrawDialog path={path} treasury={data} />}>
        <DataTable
          label="Balances"
          columns={balanceColumns}
          rows={balancesOf(data)}
          rowKey={({ location, value_type: type }) => `${location} ${type}`}
          empty={<Empty title="No balances yet" />}
        />
      </Section>
      <PeriodPicker />
      <ChartSection
        title="Balances over time"
        kind="lines"
        path="/console/api/treasury/{tenant_id}/{network}/charts/balances"
        params={path}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <InstructionsPanel path={path} addresses={data.addresses} />
        <Withdrawals withdrawals={data.withdrawals} />
      </SimpleGrid>
    </Stack>
  );
}

type BalanceRow = Pick<Treasury["balances"][number], "value_type" | "balance" | "held" | "available"> & {
  readonly location: string;
};

/** Dollars, earned fees, and tokens by chain. */
function balancesOf({ balances, earned_fees: fees }: Treasury): readonly BalanceRow[] {
  const rows = balances.map(({ chain, ...balance }) => ({
    ...balance,
    location: chain === null ? "Bank" : transferTypeWords(chain),
  }));
  return [...rows.slice(0, 1), { ...fees, value_type: "USD", location: "Earned fees" }, ...rows.slice(1)];
}

const balanceColumns: readonly Column<BalanceRow>[] = [
  { header: "Location", cell: ({ location }) => location },
  { header: "Asset", cell: ({ value_type: type }) => type },
  { header: "Balance", align: "right", cell: ({ balance }) => <Amount value={balance} /> },
  { header: "Held", align: "right", cell: ({ held }) => <Amount value={held} /> },
  { header: "Available", align: "right", cell: ({ available }) => <Amount value={available} /> },
];

function Withdrawals({ withdrawals }: Pick<Treasury, "withdrawals">) {
  return (
    <Section title="Recent withdrawals" flush>
      <DataTable
        label="Recent withdrawals"
        columns={withdrawalColumns}
        rows={withdrawals}
        rowKey={({ id }) => id}
        empty={<Empty title="No withdrawals">Withdrawals of dollars, fees and tokens appear here.</Empty>}
      />
    </Section>
  );
}

const withdrawalColumns: readonly Column<Treasury["withdrawals"][number]>[] = [
  { header: "Withdrawal", cell: ({ id }) => <CopyId id={id} of="withdrawal" /> },
  { header: "From", cell: ({ source }) => (source === "fees" ? "Earned fees" : "Treasury") },
  { header: "By", cell: ({ transfer_type: type }) => transferTypeWords(type) },
  { header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: "Amount",
    align: "right",
    cell: ({ amount, value_type: asset }) => <Amount value={amount} asset={asset} />,
  },
  { header: "Created", cell: ({ created_at: at }) => <When at={at} /> },
];
