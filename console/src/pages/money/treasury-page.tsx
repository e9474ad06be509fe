import { SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Answered, get } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import type { Network } from "../../workspace/network.ts";
import { InstructionsPanel } from "./instructions-panel.tsx";
import { TenantBar } from "./tenant-bar.tsx";
import { useTenantChoice } from "./use-tenant-choice.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

type Treasury = Answered<"/console/api/treasury/{tenant_id}/{network}">;

/** What a tenant keeps to exchange tokens of others: dollars and tokens. */
export function TreasuryPage() {
  const choice = useTenantChoice();
  const { tenantId, network } = choice;
  return (
    <Page
      network={network}
      title="Treasury"
      description="What a tenant keeps to exchange tokens of others: such tokens on chains, and dollars at the bank."
    >
      <TenantBar {...choice} />
      {tenantId === "" ? (
        <Section title="Treasury">
          <Empty title="Choose a tenant">Each has one treasury in each network.</Empty>
        </Section>
      ) : (
        <Whole key={`${tenantId} ${network}`} tenantId={tenantId} network={network} />
      )}
    </Page>
  );
}

interface WholeProps {
  readonly tenantId: string;
  readonly network: Network;
}

function Whole({ tenantId, network }: WholeProps) {
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
          rows={data.balances}
          rowKey={({ chain, value_type: type }) => `${chain ?? "bank"} ${type}`}
          empty={<Empty title="Nothing yet" />}
        />
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <InstructionsPanel path={path} addresses={data.addresses} />
        <Withdrawals withdrawals={data.withdrawals} />
      </SimpleGrid>
    </Stack>
  );
}

const balanceColumns: readonly Column<Treasury["balances"][number]>[] = [
  { header: "Where", cell: ({ chain }) => (chain === null ? "At the bank" : transferTypeWords(chain)) },
  { header: "What", cell: ({ value_type: type }) => type },
  { header: "Balance", align: "right", cell: ({ balance }) => <Amount value={balance} /> },
  { header: "Held", align: "right", cell: ({ held }) => <Amount value={held} /> },
  { header: "Available", align: "right", cell: ({ available }) => <Amount value={available} /> },
];

function Withdrawals({ withdrawals }: Pick<Treasury, "withdrawals">) {
  return (
    <Section title="Last withdrawals" flush>
      <DataTable
        label="Last withdrawals"
        columns={withdrawalColumns}
        rows={withdrawals}
        rowKey={({ id }) => id}
        empty={<Empty title="No withdrawals">Dollars that are taken out are listed here.</Empty>}
      />
    </Section>
  );
}

const withdrawalColumns: readonly Column<Treasury["withdrawals"][number]>[] = [
  { header: "Withdrawal", cell: ({ id }) => <CopyId id={id} of="withdrawal" /> },
  { header: "Rail", cell: ({ transfer_type: type }) => transferTypeWords(type) },
  { header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { header: "Amount", align: "right", cell: ({ amount }) => <Amount value={amount} asset="USD" /> },
  { header: "Ordered", cell: ({ created_at: at }) => <When at={at} /> },
];
