import type { AuditDeps } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { Cause } from "../../kernel/cause.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { closeLane, openLane, webhooksTopic } from "../delivery/lane-store.ts";
import {
  archiveSubscription,
  changeSubscription,
  laneAfter,
  refuseOneMore,
  type WantedChange,
} from "./change-subscription.ts";
import { lockNamedSubscription, type NamedSubscription } from "./named-subscription.ts";
import { countActiveInTurn, updateSubscription as save } from "./store.ts";
import type { Subscription } from "./subscription.ts";
import { auditSubscription } from "./subscription-audit.ts";
import { type RequestRules, readChange, type SubscriptionChange } from "./subscription-request.ts";

export interface ArchiveSubscriptionDeps extends AuditDeps {
  readonly wakeUp: Pick<WakeUp, "nudge">;
}

export type UpdateSubscriptionDeps = ArchiveSubscriptionDeps & RequestRules;

export interface UpdateSubscription extends NamedSubscription {
  readonly cause: Cause;
  readonly change: SubscriptionChange;
}

/** Sends elsewhere or other events, stops for a while, goes on. */
export async function updateSubscription(
  deps: UpdateSubscriptionDeps,
  tx: Transaction,
  { cause, change, ...named }: UpdateSubscription,
): Promise<Subscription> {
  const wish = orThrow(readChange(deps, change));
  const before = await lockNamedSubscription(tx, named);
  return applyChange(deps, tx, { before, wish, cause });
}

export interface AppliedChange {
  /** Locked in this transaction. */
  readonly before: Subscription;
  readonly wish: WantedChange;
  readonly cause: Cause;
  /** Why, for the audit log, where an operator does it. */
  readonly reason?: string;
}

export async function applyChange(
  deps: ArchiveSubscriptionDeps,
  tx: Transaction,
  { before, wish, ...why }: AppliedChange,
): Promise<Subscription> {
  const after = orThrow(changeSubscription(before, wish, deps.clock.now()));
  const becomesActive = before.state.status !== "active" && after.state.status === "active";
  if (becomesActive) orThrow(refuseOneMore(await countActiveInTurn(tx, after)));
  await save(tx, after);
  await moveLane(deps, tx, before, after);
  await auditSubscription(deps, tx, { ...why, action: "webhook_subscription.update", before, after });
  return after;
}

/** Nothing is sent any more; what was sent can still be read. */
export async function endSubscription(
  deps: ArchiveSubscriptionDeps,
  tx: Transaction,
  { cause, ...named }: NamedSubscription & { readonly cause: Cause },
): Promise<void> {
  const before = await lockNamedSubscription(tx, named);
  const after = orThrow(archiveSubscription(before, deps.clock.now()));
  await save(tx, after);
  await moveLane(deps, tx, before, after);
  await auditSubscription(deps, tx, { cause, action: "webhook_subscription.archive", before, after });
}

/** Whoever works on the lane of an archived one empties it. */
async function moveLane(
  { wakeUp }: ArchiveSubscriptionDeps,
  tx: Transaction,
  before: Subscription,
  after: Subscription,
): Promise<void> {
  switch (laneAfter(before, after)) {
    case "open":
      await openLane(tx, after, after.updatedAt);
      tx.afterCommit(() => wakeUp.nudge(webhooksTopic));
      return;
    case "closed":
      return closeLane(tx, after);
    case "as it is":
      return;
  }
}
