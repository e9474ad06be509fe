import { Paper, Text } from "@mantine/core";
import { Amount } from "../../kit/amount.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import classes from "./balance-cards.module.css";
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
        <div className={classes["cards"]}>
          {home.balances.map((balance) => (
            <BalanceCard key={balance.asset} balance={balance} />
          ))}
        </div>
      )}
    </Section>
  );
}

/** A longer amount is wider than a card. */
const mostLargeDigits = 13;

function BalanceCard({ balance }: { readonly balance: Home["balances"][number] }) {
  const { asset, posted, available, held, addresses } = balance;
  const isHeld = available !== posted;
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {asset}
      </Text>
      <Text fz={posted.length > mostLargeDigits ? "1rem" : "1.5rem"} fw={600} lh={1.3}>
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
