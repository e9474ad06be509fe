import { type AuditDeps, auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { tenantOf } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { orThrow, RefusalError, refuse } from "../../kernel/refusal.ts";
import { type PutInLineDeps, putInLine } from "../fan-out/fan-out.ts";
import { lockNamedSubscription, type NamedSubscription } from "../subscriptions/named-subscription.ts";
import { requireActive, type Subscription } from "../subscriptions/subscription.ts";
import type { ReplayInput } from "./replay-request.ts";
import { type SelectedEvent, type Selection, selectToReplay } from "./replay-store.ts";

export interface ReplayDeps extends AuditDeps, PutInLineDeps {
  /** Maximum number of events at once; defaults to 50,000. */
  readonly maxReplayed?: number;
}

export interface Replay extends NamedSubscription {
  readonly cause: Cause;
  readonly input: ReplayInput;
}

const defaultMaxReplayed = 50_000;

/** The events of a period are about other bank addresses, too. */
const refuseCustomers = refuse(
  "unprocessable",
  "the customer's webhook of a bank address takes no replay; resend its events one by one",
);

/**
 * Sends the events of a period again, even from before the subscription was created. Returns how many. The subscription
 * stays locked, so that of two concurrent replays the second finds the events queued by the first.
 */
export async function replayEvents(
  deps: ReplayDeps,
  tx: Transaction,
  { cause, input, ...named }: Replay,
): Promise<number> {
  return replayTo(deps, tx, { subscription: await lockNamedSubscription(tx, named), cause, input });
}

export interface ReplayTo extends Pick<Replay, "cause" | "input"> {
  /** Locked in this transaction. */
  readonly subscription: Subscription;
}

export async function replayTo(
  deps: ReplayDeps,
  tx: Transaction,
  { cause, input, ...to }: ReplayTo,
): Promise<number> {
  const subscription = orThrow(requireActive(to.subscription));
  if (subscription.addressId !== undefined) throw new RefusalError(refuseCustomers);
  const { id, tenantId, accountId } = subscription;
  const selection = {
    ...input,
    subscription,
    accountId: tenantOf(accountId) === tenantId ? undefined : accountId,
    requested: subscription.events,
  };
  const events = await selectAtMost(tx, selection, deps.maxReplayed ?? defaultMaxReplayed);
  await auditChange(deps, tx, {
    cause,
    action: "webhook_subscription.replay",
    of: { ...subscription, id, accountId },
    after: {
      since: formatInstant(input.since),
      until: formatInstant(input.until),
      types: input.types?.join(" ") ?? null,
      only_failed: input.onlyFailed,
      count: events.length,
    },
  });
  await putInLine(deps, tx, subscription, "replay", events);
  return events.length;
}

async function selectAtMost(
  tx: Transaction,
  selection: Selection,
  most: number,
): Promise<readonly SelectedEvent[]> {
  const events = await selectToReplay(tx, selection, most + 1);
  if (events.length <= most) return events;
  throw new RefusalError(
    refuse(
      "unprocessable",
      `more than ${most} events match, which is the maximum; narrow the replay with since, until, types or only_failed`,
    ),
  );
}
