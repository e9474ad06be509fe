import { List } from "@mantine/core";
import { Page } from "../../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { ClockSection } from "./clock-section.tsx";
import { MagicList } from "./magic-hint.tsx";
import { magicValues } from "./magic-values.ts";

/** Controls of the sandbox: the clock, and where the other simulations are. */
export function SandboxPage() {
  const link = useWorkspaceLink();
  return (
    <Page title="Sandbox" description="Simulate banks and chains on testnet. Nothing here exists on mainnet.">
      <ClockSection />
      <Section title="Simulations" description="Each is on the page of its object.">
        <List size="sm" spacing={4}>
          <List.Item>
            <PageLink to={link("addresses")}>Addresses</PageLink>: a deposit of tokens to an internal address
          </List.Item>
          <List.Item>
            <PageLink to={link("transfers")}>Transfers</PageLink>: an incoming wire, settlement, a return or a
            rejection
          </List.Item>
          <List.Item>
            <PageLink to={link("payments")}>Payments</PageLink>: a return of the payment
          </List.Item>
          <List.Item>
            <PageLink to={link("automations")}>Automations</PageLink>: an incoming wire
          </List.Item>
          <List.Item>
            <PageLink to={link("accounts")}>Accounts</PageLink>: the outcome of a review
          </List.Item>
          <List.Item>
            <PageLink to={link("event-catalog")}>Event catalog</PageLink>: a test event of any type
          </List.Item>
        </List>
      </Section>
      <Section title="Magic values" description="Enter them in any form or request.">
        <MagicList values={magicValues} />
      </Section>
    </Page>
  );
}
