import { Paper, SimpleGrid, Text } from "@mantine/core";
import { Amount } from "../../kit/amount.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { Home } from "./home.ts";

/** What all custodial addresses of the workspace have together. */
export function BalanceCards({ home }: { readonly home: Home }) {
  const { tenantId } = useWorkspace();
  if (!home.are_balances_complete) {
    return (
      <Section title="Balances">
        <Text size="sm">There are too many addresses to add up here. The ledger lists them one by one.</Text>
      </Section>
    );
  }
  return (
    <Section title="Balances" description="What all custodial addresses have together.">
      {home.balances.length === 0 ? (
        <Empty title="Nothing is here yet" curl={{ path: `/accounts/${tenantId}/addresses?type=internal` }}>
          Balances appear once tokens have come to one of your addresses.
        </Empty>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
          {home.balances.map((balance) => (
            <BalanceCard key={balance.asset} balance={balance} />
          ))}
        </SimpleGrid>
      )}
    </Section>
  );
}

function BalanceCard({ balance }: { readonly balance: Home["balances"][number] }) {
  const { asset, posted, available, held, addresses } = balance;
  const isHeld = available !== posted;
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {asset}
      </Text>
      <Text fz="1.5rem" fw={600} lh={1.3} style={{ overflowWrap: "anywhere" }}>
        <Amount value={posted} inline />
      </Text>
      <Text size="xs" c="dimmed">
        {addresses === 1 ? "At 1 place" : `At ${addresses.toLocaleString()} places`}
        {isHeld ? (
          <>
            , <Amount value={held} inline /> of it held
          </>
        ) : null}
      </Text>
    </Paper>
  );
}
