import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AddressLink } from "../../kit/address-link.tsx";
import { Amount } from "../../kit/amount.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Page } from "../../kit/page.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { transferTypeLabel } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { AccountSelect } from "../accounts/account-select.tsx";
import { AccountBalances } from "./account-balances.tsx";
import { type Balance, balancesQuery } from "./address.ts";
import { useAccountFilter } from "./use-account-filter.ts";

/** Balances of an account: by token, and by address and chain. */
export function BalancesPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const [account, setAccount] = useAccountFilter();
  const { data, error, isLoading, refetch } = useQuery({
    ...balancesQuery(workspace, account),
    ...useLive(),
  });
  return (
    <Page
      title="Balances"
      description="On-chain balances of an account: total, available, and held for pending transfers."
      actions={<AccountSelect size="xs" value={account} onChange={setAccount} />}
    >
      <AccountBalances accountId={account} title="By token" withLink={false} />
      <Section title="By address and chain" flush>
        <DataTable
          label="Balances by address"
          columns={columnsOf(account)}
          rows={data?.balances}
          rowKey={({ address, transfer_type, value_type }) => `${address.id} ${transfer_type} ${value_type}`}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ address }) => link("addresses", address.id)}
          empty={
            <Empty title="No balances yet" curl={{ path: `/accounts/${account}/balances` }}>
              Tokens sent or minted to an internal address of the account appear here.
            </Empty>
          }
        />
      </Section>
    </Page>
  );
}

const shownChars = 6;

const columnsOf = (accountId: string): readonly Column<Balance>[] => [
  {
    header: "Address",
    phone: "title",
    cell: ({ address: { id, address } }) => (
      <>
        <AddressLink accountId={accountId} addressId={id} />
        <Text size="xs" c="dimmed" ff="monospace" title={address}>
          {`${address.slice(0, shownChars)}…${address.slice(-shownChars)}`}
        </Text>
      </>
    ),
  },
  { header: "Chain", phone: "detail", cell: ({ transfer_type }) => transferTypeLabel(transfer_type) },
  { header: "Token", cell: ({ value_type }) => value_type },
  {
    header: "Balance",
    phone: "value",
    cell: ({ balance }) => <Amount value={balance.value} asset={balance.currency} />,
    align: "right",
  },
  {
    header: "Available",
    phone: "end",
    cell: ({ available }) => <Amount value={available.value} asset={available.currency} />,
    align: "right",
  },
  { header: "Held", cell: ({ held }) => <Amount value={held.value} asset={held.currency} />, align: "right" },
];
