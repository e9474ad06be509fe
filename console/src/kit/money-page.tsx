import { Grid, Group, Paper, Stack, Text } from "@mantine/core";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Network } from "../workspace/network.ts";
import { CopyButton } from "./copy-button.tsx";
import { moneyTitle } from "./money-words.ts";
import { Page } from "./page.tsx";
import { PartyLine } from "./party-line.tsx";
import type { Party } from "./party-words.ts";
import { StatusBadge } from "./status-badge.tsx";
import type { StatusTone } from "./status-tone.ts";
import type { Step } from "./step.ts";
import { Stepper } from "./stepper.tsx";

interface MoneyPageProps {
  /** "transfer", "payment" */
  readonly noun: string;
  readonly id: string;
  readonly amount: { readonly value: string; readonly currency: string };
  readonly status: string;
  readonly tone?: StatusTone | undefined;
  /** Why it failed or is held: "R01 insufficient funds". */
  readonly reason?: string | undefined;
  readonly from: Party;
  readonly to: Party;
  readonly back: ReactNode;
  readonly actions?: ReactNode;
  readonly network?: Network | undefined;
  readonly steps: readonly Step[];
  /** Notices above everything else. */
  readonly notices?: ReactNode;
  /** Details beside the main column. */
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/** Page of something that moves money: it leads with amount, outcome, direction and progress. */
export function MoneyPage(props: MoneyPageProps) {
  const { noun, id, amount, status, tone, reason, from, to, back, actions, network, steps } = props;
  return (
    <Page
      title={moneyTitle({ amount, status, reason })}
      back={back}
      actions={actions}
      network={network}
      description={
        <Group gap="xs">
          <StatusBadge status={status} {...(tone === undefined ? {} : { tone })} />
          <Direction from={from} to={to} />
          <Group gap={2} wrap="nowrap">
            <Text size="sm" c="dimmed">
              {noun.charAt(0).toUpperCase() + noun.slice(1)} ID
            </Text>
            <CopyButton value={id} label={`Copy ${noun} ID`} />
          </Group>
        </Group>
      }
    >
      {props.notices}
      <Paper withBorder p="md">
        <Stepper steps={steps} />
      </Paper>
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>{props.children}</Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>{props.side}</Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Direction({ from, to }: Pick<MoneyPageProps, "from" | "to">) {
  return (
    <Group gap={6} component="span">
      <PartyLine party={from} />
      <ArrowRight size={16} aria-label="to" role="img" />
      <PartyLine party={to} />
    </Group>
  );
}
