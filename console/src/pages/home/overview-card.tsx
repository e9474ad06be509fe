import { Box, Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { PageLink } from "../../kit/page-link.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { When } from "../../kit/when.tsx";
import type { Overview } from "./home.ts";

/** A check that may need attention. */
export interface Card {
  readonly title: string;
  readonly to: string;
  readonly count: string;
  readonly state: "good" | "waiting" | "bad";
  /** The state as text, because color alone must not carry it. */
  readonly stateWords: string;
  readonly detail: ReactNode;
}

export function OverviewCard({ card }: { readonly card: Card }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={card.title}>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <Text fw={600}>
          <PageLink to={card.to}>{card.title}</PageLink>
        </Text>
        <Box style={{ flexShrink: 0 }}>
          <StatusBadge status={card.stateWords} tone={card.state} />
        </Box>
      </Group>
      <Text fz="1.75rem" fw={600} lh={1.3}>
        {card.count}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {card.detail}
      </Text>
    </Paper>
  );
}

/** Self-checks: chain reconciliation, ledger and audit log verification. */
export function checksOf({ reconciliation, ledger, audit }: Overview): readonly Card[] {
  return [
    checkCard({
      title: "Chain reconciliation",
      to: "/ops/reconciliation",
      findings: reconciliation?.different,
      unverified: reconciliation?.unverified,
      at: reconciliation?.ended_at,
    }),
    checkCard({
      title: "Ledger verification",
      to: "/ops/ledger",
      findings: ledger?.findings,
      unverified: ledger?.unverified,
      at: ledger?.ended_at,
    }),
    checkCard({
      title: "Audit log verification",
      to: "/ops/audit",
      findings: audit?.findings,
      unverified: audit?.unverified,
      at: audit?.ended_at,
    }),
  ];
}

interface Check {
  readonly title: string;
  readonly to: string;
  /** Undefined if the check has never run. */
  readonly findings: number | undefined;
  readonly unverified: number | undefined;
  readonly at: string | null | undefined;
}

function checkCard({ title, to, findings, unverified = 0, at }: Check): Card {
  if (findings === undefined) {
    const detail = "Not run yet.";
    return { title, to, count: "–", state: "waiting", stateWords: "Not run", detail };
  }
  const state = findings > 0 ? "bad" : unverified > 0 ? "waiting" : "good";
  const stateWords = findings > 0 ? "Differences" : unverified > 0 ? "Unverified" : "Passed";
  return {
    title,
    to,
    count: findings.toLocaleString(),
    state,
    stateWords,
    detail: (
      <>
        {unverified > 0 ? `${unverified.toLocaleString()} could not be verified; ` : ""}
        last run <When at={at} />
      </>
    ),
  };
}
