import { Tabs, Text } from "@mantine/core";
import { Page } from "../../kit/page.tsx";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { HeldDeposits } from "./held-deposits.tsx";
import { HeldTransfers } from "./held-transfers.tsx";
import { StrandedTransfers } from "./stranded-transfers.tsx";
import { UnrestoredTransfers } from "./unrestored-transfers.tsx";

/** What waits for a person, of all tenants: because of the sanctions list, or because tokens could not be given. */
export function HeldPage() {
  const [{ tab }, setFilters] = useUrlFilters({ tab: "transfers" });
  return (
    <Page
      title="Held funds"
      description="Value of all tenants that waits for a person. What has waited longest comes first."
    >
      <Tabs value={tab} onChange={(chosen) => setFilters({ tab: chosen ?? "transfers" })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="transfers">Transfers</Tabs.Tab>
          <Tabs.Tab value="deposits">Deposits</Tabs.Tab>
          <Tabs.Tab value="owed">Not given back</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="transfers">
          <HeldTransfers />
        </Tabs.Panel>
        <Tabs.Panel value="deposits">
          <HeldDeposits />
        </Tabs.Panel>
        <Tabs.Panel value="owed">
          <UnrestoredTransfers />
          <Text size="sm" c="dimmed" my="md">
            Transfers of tokens by themselves, between chains, are apart:
          </Text>
          <StrandedTransfers />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
