import type { Overview } from "./home.ts";

type Queue = Overview["queues"][number];

interface QueueInfo {
  readonly title: string;
  readonly to: string;
  /** A fault, rather than a pending decision. */
  readonly isFault?: boolean;
}

export const queueInfo: Readonly<Record<Queue["name"], QueueInfo>> = {
  reviews: { title: "Reviews", to: "/ops/reviews" },
  held_transfers: { title: "Held transfers", to: "/ops/held" },
  held_deposits: { title: "Held deposits", to: "/ops/held?tab=deposits" },
  refund_failed: { title: "Failed refunds", to: "/ops/held?tab=owed", isFault: true },
  suspense: { title: "Funds in suspense", to: "/ops/suspense" },
  open_claims: { title: "Open claims", to: "/ops/claims" },
  return_rates: { title: "ACH return rates above threshold", to: "/ops/claims", isFault: true },
  dead_jobs: { title: "Dead jobs", to: "/ops/jobs", isFault: true },
  quarantined_files: {
    title: "Quarantined bank files",
    to: "/ops/bank-files?state=quarantined",
    isFault: true,
  },
  bank_items: { title: "Unresolved bank items", to: "/ops/rails" },
  failing_webhooks: { title: "Failing webhooks", to: "/ops/webhooks" },
  stuck_chain_work: { title: "Stuck transactions", to: "/ops/chains", isFault: true },
  failed_freezes: { title: "Failed unfreezes", to: "/ops/freezes", isFault: true },
};

/** Faults first, then queues with items on mainnet, then the oldest item. */
export function byRisk(left: Queue, right: Queue): number {
  const rank = ({ name, mainnet }: Queue) =>
    (queueInfo[name].isFault === true ? 0 : 2) + (mainnet > 0 ? 0 : 1);
  const difference = rank(left) - rank(right);
  if (difference !== 0) return difference;
  return (left.oldest_at ?? "~") < (right.oldest_at ?? "~") ? -1 : 1;
}

/** Items of the queues on each operations page, by the page's path: "/ops/held". */
export function countsByPage(queues: readonly Queue[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name, count } of queues) {
    const [page = ""] = queueInfo[name].to.split("?");
    if (count > 0) counts.set(page, (counts.get(page) ?? 0) + count);
  }
  return counts;
}
