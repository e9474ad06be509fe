import { Paper, SimpleGrid, Text } from "@mantine/core";
import { Amount } from "../../kit/amount.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { Home } from "./home.ts";

/** Total balances across custodial addresses of the workspace. */
export function BalanceCards({ home }: { readonly home: Home }) {
  const { tenantId } = useWorkspace();
  if (!home.are_balances_complete) {
    return (
      <Section title="Balances">
        <Text size="sm">
          There are too many addresses to total here. The ledger shows individual balances.
        </Text>
      </Section>
    );
  }
  return (
    <Section title="Balances" description="Total across custodial addresses.">
      {home.balances.length === 0 ? (
        <Empty title="No balances yet" curl={{ path: `/accounts/${tenantId}/addresses?type=internal` }}>
          Balances appear once one of your addresses receives tokens.
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
        {addresses === 1 ? "1 address" : `${addresses.toLocaleString()} addresses`}
        {isHeld ? (
          <>
            {" · "}
            <Amount value={held} inline /> held
          </>
        ) : null}
      </Text>
    </Paper>
  );
}
