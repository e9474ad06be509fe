import { Tabs, Text } from "@mantine/core";
import { Page } from "../../kit/page.tsx";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { FailedRefunds } from "./failed-refunds.tsx";
import { FailedTokenRefunds } from "./failed-token-refunds.tsx";
import { HeldDeposits } from "./held-deposits.tsx";
import { HeldTransfers } from "./held-transfers.tsx";

/** Funds of all tenants that need manual action: sanctions matches and failed refunds. */
export function HeldPage() {
  const [{ tab }, setFilters] = useUrlFilters({ tab: "transfers" });
  return (
    <Page title="Held funds" description="Funds of all tenants that need manual action.">
      <Tabs value={tab} onChange={(chosen) => setFilters({ tab: chosen ?? "transfers" })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="transfers">Transfers</Tabs.Tab>
          <Tabs.Tab value="deposits">Deposits</Tabs.Tab>
          <Tabs.Tab value="owed">Failed refunds</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="transfers">
          <HeldTransfers />
        </Tabs.Panel>
        <Tabs.Panel value="deposits">
          <HeldDeposits />
        </Tabs.Panel>
        <Tabs.Panel value="owed">
          <FailedRefunds />
          <Text size="sm" c="dimmed" my="md">
            Cross-chain transfers of issued tokens are shown separately:
          </Text>
          <FailedTokenRefunds />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
