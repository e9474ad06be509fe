import type { Session } from "../db/database.ts";
import { type Network, networks } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { addBankingDays } from "../rails/calendar/banking-day.ts";
import { bankDateOf, instantAt } from "../rails/calendar/new-york.ts";
import type { RequestedTransferInput } from "./facts.ts";

export interface WireDeadlinesDeps {
  /** Current time of a network's bank; defaults to the system clock. */
  readonly bankNow?: (network: Network, session: Session) => Promise<Instant>;
}

/** How long a transfer awaits an inbound wire. */
const wireDeadlineBankingDays = 10;
const endOfDay = "23:59";

/** Deadlines for the inbound wires of requests, by the bank's clock, which may be ahead of ours. */
export async function loadWireDeadlines(
  { bankNow }: WireDeadlinesDeps,
  session: Session,
  requests: readonly RequestedTransferInput[],
  now: Instant,
): Promise<(input: Pick<RequestedTransferInput, "network">) => Instant> {
  const starts = new Map<Network, Instant>();
  for (const network of networks) {
    const awaitsWire = requests.some((request) => request.network === network && needsWire(request));
    if (awaitsWire && bankNow !== undefined) starts.set(network, await bankNow(network, session));
  }
  const deadlines = new Map<Network, Instant>();
  return ({ network }) => {
    const deadline = deadlines.get(network) ?? deadlineAfter(starts.get(network) ?? now);
    // Calendar arithmetic is slow, and a batch needs it for each request.
    deadlines.set(network, deadline);
    return deadline;
  };
}

function deadlineAfter(start: Instant): Instant {
  return instantAt(addBankingDays(bankDateOf(start), wireDeadlineBankingDays), endOfDay);
}

function needsWire({ requestedTransfer: { source }, requester }: RequestedTransferInput): boolean {
  const isReceived = "funding" in requester && requester.funding !== undefined;
  return source.medium === "bank" && source.rail === "wire" && !isReceived;
}
