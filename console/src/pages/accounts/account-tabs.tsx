import { Stack, Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Empty } from "../../kit/empty.tsx";
import { useCan } from "../../session/use-me.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { AccountBalances } from "../addresses/account-balances.tsx";
import { EffectivePanel } from "../money/effective-panel.tsx";
import { PaymentList } from "../payments/payment-list.tsx";
import { BusinessPanel } from "../reviews/business-panel.tsx";
import { UsersPanel } from "../reviews/individuals-panel.tsx";
import { TokenTransactions } from "../tokens/token-transactions.tsx";
import { TransferList } from "../transfers/transfer-list.tsx";
import type { AccountRecord } from "./account.ts";
import { AccountAddresses } from "./account-addresses.tsx";
import { AccountAutomations } from "./account-automations.tsx";
import { AccountClaims } from "./account-claims.tsx";
import { AuditSection } from "./audit-section.tsx";
import { SimulateOutcome } from "./simulate-outcome.tsx";
import { VerificationSection } from "./verification-section.tsx";

interface AccountTabsProps {
  readonly account: AccountRecord;
  readonly overview: ReactNode;
}

interface Tab {
  readonly name: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** Everything about an account. The tab is in the URL; the filters of a tab are dropped with it. */
export function AccountTabs({ account, overview }: AccountTabsProps) {
  const tabs = useTabs(account, overview);
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const shown = tabs.find(({ name }) => name === search["tab"]) ?? tabs[0];
  return (
    <Tabs
      value={shown?.name ?? null}
      onChange={(tab) => void navigate({ to: ".", search: tab === "overview" ? {} : { tab }, replace: true })}
      keepMounted={false}
    >
      <Tabs.List mb="md" style={{ flexWrap: "nowrap", overflowX: "auto" }}>
        {tabs.map(({ name, label }) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name}>
          <Stack gap="lg">{content}</Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Those that the user may see. */
function useTabs(account: AccountRecord, overview: ReactNode): readonly Tab[] {
  const { can, tenantId, network } = useWorkspace();
  const mayReadClaims = useCan("claims.read");
  const mayReadLimits = useCan("limits.read");
  const { id } = account;
  const tab = (isShown: boolean, name: string, label: string, content: ReactNode): readonly Tab[] =>
    isShown ? [{ name, label, content }] : [];
  const balances = can("addresses:read") ? <AccountBalances accountId={id} /> : null;
  return [
    ...tab(
      true,
      "overview",
      "Overview",
      <>
        {overview}
        {balances}
      </>,
    ),
    ...tab(
      can("transfers:read"),
      "transfers",
      "Transfers",
      <TransferList accountId={id} empty={<Empty title="No transfers yet" />} />,
    ),
    ...tab(
      can("payments:read"),
      "payments",
      "Payments",
      <PaymentList accountId={id} empty={<Empty title="No payments yet" />} />,
    ),
    ...tab(can("addresses:read"), "addresses", "Addresses", <AccountAddresses accountId={id} />),
    ...tab(can("self_attested_tokens:read"), "tokens", "Tokens", <TokenTransactions accountId={id} />),
    ...tab(can("automations:read"), "automations", "Automations", <AccountAutomations accountId={id} />),
    ...tab(account.verification !== null, "verification", "Verification", <Verification account={account} />),
    ...tab(mayReadClaims, "claims", "Claims", <AccountClaims accountId={id} />),
    ...tab(
      mayReadLimits,
      "limits",
      "Limits and fees",
      <EffectivePanel tenantId={tenantId} network={network} account={id} />,
    ),
    ...tab(account.profile !== null, "users", "Users", <Individuals account={account} />),
    ...tab(can("audit.read"), "audit", "Audit log", <AuditSection accountId={id} />),
  ];
}

function Verification({
  account: { id, name, status, profile, verification },
}: Pick<AccountTabsProps, "account">) {
  return (
    <>
      {verification === null ? null : (
        <VerificationSection
          verification={verification}
          simulate={status === "pending" ? <SimulateOutcome accountId={id} /> : null}
        />
      )}
      {profile === null ? null : <BusinessPanel review={{ profile, name }} />}
    </>
  );
}

function Individuals({ account: { profile } }: Pick<AccountTabsProps, "account">) {
  return profile === null ? null : <UsersPanel review={{ profile }} />;
}
