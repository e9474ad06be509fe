import type { Session } from "../db/database.ts";
import { type Network, networks } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { addBankingDays } from "../rails/calendar/banking-day.ts";
import { bankDateOf, instantAt } from "../rails/calendar/new-york.ts";
import type { Asked } from "./facts.ts";

export interface WireDeadlinesDeps {
  /** What time it is for the bank of a network; ours where nobody says. */
  readonly bankNow?: (network: Network, session: Session) => Promise<Instant>;
}

/** How long an inbound wire is waited for. */
const patienceBankingDays = 10;
const endOfDay = "23:59";

/** Until when the wires of requests are waited for: by the clock of the bank, which may be ahead of ours. */
export async function loadWireDeadlines(
  { bankNow }: WireDeadlinesDeps,
  session: Session,
  asked: readonly Asked[],
  now: Instant,
): Promise<(asked: Pick<Asked, "network">) => Instant> {
  const starts = new Map<Network, Instant>();
  for (const network of networks) {
    const isWaited = asked.some((one) => one.network === network && waitsForWire(one));
    if (isWaited && bankNow !== undefined) starts.set(network, await bankNow(network, session));
  }
  const deadlines = new Map<Network, Instant>();
  return ({ network }) => {
    const deadline = deadlines.get(network) ?? deadlineAfter(starts.get(network) ?? now);
    // Calendars take time, and a batch asks for each of its requests.
    deadlines.set(network, deadline);
    return deadline;
  };
}

function deadlineAfter(start: Instant): Instant {
  return instantAt(addBankingDays(bankDateOf(start), patienceBankingDays), endOfDay);
}

function waitsForWire({ wanted: { source }, asker }: Asked): boolean {
  const hasCome = "funding" in asker && asker.funding !== undefined;
  return source.medium === "bank" && source.rail === "wire" && !hasCome;
}
