import { type AuditDeps, recordAudit } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { tenantOf } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { orThrow, RefusalError, refuse } from "../../kernel/refusal.ts";
import { type PutInLineDeps, putInLine } from "../delivery/put-in-line.ts";
import { lockNamedSubscription, type NamedSubscription } from "../subscriptions/named-subscription.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import type { ReplayWish } from "./replay-request.ts";
import { countToReplay, type SelectedEvent, type Selection, selectToReplay } from "./replay-store.ts";
import { requireActive } from "./require-active.ts";

export interface ReplayDeps extends AuditDeps, PutInLineDeps {
  /** How many events go at once; 50,000 unless it is said. */
  readonly maxReplayed?: number;
}

export interface Replay extends NamedSubscription {
  readonly cause: Cause;
  readonly wish: ReplayWish;
}

const defaultMaxReplayed = 50_000;
const maxCounted = 1_000_000;

/**
 * Sends the events of a time again, also of one before the subscription. Answers how many. The subscription stays locked,
 * so that of two who ask the second finds in line what the first has put there.
 */
export async function replayEvents(
  deps: ReplayDeps,
  tx: Transaction,
  { cause, wish, ...named }: Replay,
): Promise<number> {
  return replayTo(deps, tx, { subscription: await lockNamedSubscription(tx, named), cause, wish });
}

export interface ReplayTo extends Pick<Replay, "cause" | "wish"> {
  /** Locked in this transaction. */
  readonly subscription: Subscription;
}

export async function replayTo(
  deps: ReplayDeps,
  tx: Transaction,
  { cause, wish, ...to }: ReplayTo,
): Promise<number> {
  const subscription = orThrow(requireActive(to.subscription));
  const { id, tenantId, accountId } = subscription;
  const selection = {
    ...wish,
    subscription,
    accountId: tenantOf(accountId) === tenantId ? undefined : accountId,
    wanted: subscription.events,
  };
  const events = await selectAtMost(tx, selection, deps.maxReplayed ?? defaultMaxReplayed);
  await recordAudit(deps, tx, subscription, [
    {
      cause,
      action: "webhook_subscription.replay",
      subject: { type: "webhook_subscription", id },
      accountId,
      after: {
        since: formatInstant(wish.since),
        until: formatInstant(wish.until),
        types: wish.types?.join(" ") ?? null,
        only_failed: wish.onlyFailed,
        count: events.length,
      },
    },
  ]);
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
  const count = await countToReplay(tx, selection, maxCounted);
  const shown = count < maxCounted ? `${count}` : `${maxCounted} or more`;
  throw new RefusalError(
    refuse(
      "unprocessable",
      `that would be ${shown} events, and at most ${most} go at once; narrow it with since, until, types or only_failed`,
    ),
  );
}
