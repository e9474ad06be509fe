import type { AuditDeps } from "../../audit/index.ts";
import type { Session, Transaction } from "../../db/database.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { parseId } from "../../kernel/id.ts";
import { orThrow, RefusalError, refuse } from "../../kernel/refusal.ts";
import { replayTo } from "../history/replay-events.ts";
import { readReplay } from "../history/replay-request.ts";
import { lockSubscription } from "../subscriptions/store.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import { applyChange } from "../subscriptions/update-subscription.ts";
import { type OverseenSubscription, selectOverseenSubscription } from "./store.ts";

export interface OversightDeps extends AuditDeps {
  readonly wakeUp: Pick<WakeUp, "nudge">;
}

export interface SubscriptionSwitch {
  readonly id: string;
  readonly status: "active" | "disabled";
  readonly cause: Cause;
  /** Reason for the audit log. */
  readonly reason?: string;
}

/** An operator disables or activates a subscription. Its owner sees `requested` as the reason. */
export async function switchSubscription(
  deps: OversightDeps,
  tx: Transaction,
  { id, status, ...why }: SubscriptionSwitch,
): Promise<void> {
  const before = await lockOverseen(tx, id);
  const input = { url: undefined, events: undefined, description: undefined, status };
  await applyChange(deps, tx, { before, input, ...why });
}

export interface OverseenReplay {
  readonly id: string;
  /** RFC 3339, as in the API. */
  readonly since: string;
  readonly until?: string;
  readonly onlyFailed: boolean;
  readonly cause: Cause;
}

export interface OverseenReplayDeps extends OversightDeps {
  /** How long attempts are retained. */
  readonly historyMs: number;
}

/** The same as in the API, for any tenant; returns how many events are sent again. */
export async function replayOverseen(
  deps: OverseenReplayDeps,
  tx: Transaction,
  { id, since, until, onlyFailed, cause }: OverseenReplay,
): Promise<number> {
  const request = { since, only_failed: onlyFailed, ...(until === undefined ? {} : { until }) };
  const limits = { now: deps.clock.now(), historyMs: deps.historyMs, eventTypes: [] };
  const input = orThrow(readReplay(request, limits));
  return replayTo(deps, tx, { subscription: await lockOverseen(tx, id), cause, input });
}

/** Of any tenant; refused for an unknown id. */
export async function requireOverseen(session: Session, id: string): Promise<OverseenSubscription> {
  const wellFormed = parseId<"webhook_subscription">(id);
  const found = wellFormed === undefined ? undefined : await selectOverseenSubscription(session, wellFormed);
  if (found === undefined) throw new RefusalError(refuse("not_found", "no webhook subscription has this id"));
  return found;
}

async function lockOverseen(tx: Transaction, id: string): Promise<Subscription> {
  const { tenantId, network, id: known } = await requireOverseen(tx, id);
  const locked = await lockSubscription(tx, { tenantId, network, id: known });
  assert(locked !== undefined, "subscriptions are never deleted");
  return locked;
}
