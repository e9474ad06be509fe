import { Box, Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { PageLink } from "../../kit/page-link.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { When } from "../../kit/when.tsx";
import { countWords } from "./count-words.ts";
import type { Overview } from "./home.ts";

type Queue = Overview["queues"][number];

/** One thing that may wait for a person. */
export interface Card {
  readonly title: string;
  readonly to: string;
  readonly count: string;
  readonly state: "good" | "waiting" | "bad";
  /** The state in a word: it is never told by the colour alone. */
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

interface Known {
  readonly title: string;
  readonly to: string;
  /** Something is wrong, and not only to be decided. */
  readonly isFault?: boolean;
}

const known: Readonly<Record<Queue["name"], Known>> = {
  reviews: { title: "Reviews", to: "/ops/reviews" },
  held_transfers: { title: "Held transfers", to: "/ops/held" },
  held_deposits: { title: "Held deposits", to: "/ops/held?tab=deposits" },
  stranded: { title: "Stranded tokens", to: "/ops/held?tab=owed", isFault: true },
  suspense: { title: "Money in suspense", to: "/ops/suspense" },
  dead_jobs: { title: "Dead jobs", to: "/ops/jobs", isFault: true },
  quarantined_files: {
    title: "Quarantined bank files",
    to: "/ops/bank-files?state=quarantined",
    isFault: true,
  },
  bank_items: { title: "What a bank said", to: "/ops/rails" },
  failing_webhooks: { title: "Failing webhooks", to: "/ops/webhooks" },
  stuck_chain_work: { title: "Stuck work on chains", to: "/ops/chains", isFault: true },
  failed_freezes: { title: "Failed unfreezing", to: "/ops/freezes", isFault: true },
};

export function queueCards(queue: Queue): Card {
  const { title, to, isFault = false } = known[queue.name];
  const isEmpty = queue.count === 0;
  return {
    title,
    to,
    count: countWords(queue.count, queue.is_more),
    state: isEmpty ? "good" : isFault ? "bad" : "waiting",
    stateWords: isEmpty ? "None" : isFault ? "Needs repair" : "Waiting",
    detail: isEmpty ? "Nothing waits." : <QueueDetail queue={queue} />,
  };
}

function QueueDetail({ queue }: { readonly queue: Queue }) {
  const places = [
    ...(queue.mainnet > 0 ? [`${queue.mainnet.toLocaleString()} on mainnet`] : []),
    ...(queue.testnet > 0 ? [`${queue.testnet.toLocaleString()} on testnet`] : []),
  ];
  return (
    <>
      {places.join(", ")}
      {queue.oldest_at === null ? null : (
        <>
          {places.length === 0 ? "The oldest " : "; the oldest "}
          <When at={queue.oldest_at} />
        </>
      )}
    </>
  );
}

/** What the service finds out about itself: chains against ledger, and the ledger against itself. */
export function checksOf({ reconciliation, ledger }: Overview): readonly Card[] {
  return [
    checkCard({
      title: "Chains against ledger",
      to: "/ops/reconciliation",
      wrong: reconciliation?.different,
      unverified: reconciliation?.unverified,
      at: reconciliation?.ended_at,
    }),
    checkCard({
      title: "Ledger verification",
      to: "/ops/ledger",
      wrong: ledger?.findings,
      unverified: ledger?.unverified,
      at: ledger?.ended_at,
    }),
  ];
}

interface Check {
  readonly title: string;
  readonly to: string;
  /** Undefined while it was never done. */
  readonly wrong: number | undefined;
  readonly unverified: number | undefined;
  readonly at: string | null | undefined;
}

function checkCard({ title, to, wrong, unverified = 0, at }: Check): Card {
  if (wrong === undefined) {
    const detail = "It was not done yet.";
    return { title, to, count: "–", state: "waiting", stateWords: "Not yet", detail };
  }
  const state = wrong > 0 ? "bad" : unverified > 0 ? "waiting" : "good";
  const stateWords = wrong > 0 ? "Differs" : unverified > 0 ? "Unverified" : "Agrees";
  return {
    title,
    to,
    count: wrong.toLocaleString(),
    state,
    stateWords,
    detail: (
      <>
        {unverified > 0 ? `${unverified.toLocaleString()} could not be verified; ` : ""}
        last done <When at={at} />
      </>
    ),
  };
}
