import type { AuditDeps } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { Cause } from "../../kernel/cause.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { webhooksTopic } from "../delivery/store.ts";
import {
  archiveSubscription,
  changeSubscription,
  queueAfter,
  type RequestedChange,
  refuseOneMore,
} from "./change-subscription.ts";
import { lockNamedSubscription, type NamedSubscription } from "./named-subscription.ts";
import { closeQueue, countActiveInTurn, openQueue, updateSubscription as save } from "./store.ts";
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

/** Changes URL or events, disables or activates. */
export async function updateSubscription(
  deps: UpdateSubscriptionDeps,
  tx: Transaction,
  { cause, change, ...named }: UpdateSubscription,
): Promise<Subscription> {
  const input = orThrow(readChange(deps, change));
  const before = await lockNamedSubscription(tx, named);
  return applyChange(deps, tx, { before, input, cause });
}

export interface AppliedChange {
  /** Locked in this transaction. */
  readonly before: Subscription;
  readonly input: RequestedChange;
  readonly cause: Cause;
  /** The operator's reason, for the audit log. */
  readonly reason?: string;
}

export async function applyChange(
  deps: ArchiveSubscriptionDeps,
  tx: Transaction,
  { before, input, cause, reason }: AppliedChange,
): Promise<Subscription> {
  const after = orThrow(changeSubscription(before, input, deps.clock.now()));
  const becomesActive = before.state.status !== "active" && after.state.status === "active";
  if (becomesActive) orThrow(refuseOneMore(await countActiveInTurn(tx, after)));
  await save(tx, after);
  await moveQueue(deps, tx, before, after);
  const more = { reason };
  await auditSubscription(deps, tx, { cause, action: "webhook_subscription.update", before, after, more });
  return after;
}

/** Stops all deliveries; the history remains readable. */
export async function endSubscription(
  deps: ArchiveSubscriptionDeps,
  tx: Transaction,
  { cause, ...named }: NamedSubscription & { readonly cause: Cause },
): Promise<void> {
  await endSubscriptionOf(deps, tx, { subscription: await lockNamedSubscription(tx, named), cause });
}

export async function endSubscriptionOf(
  deps: ArchiveSubscriptionDeps,
  tx: Transaction,
  { subscription: before, cause }: { readonly subscription: Subscription; readonly cause: Cause },
): Promise<void> {
  const after = orThrow(archiveSubscription(before, deps.clock.now()));
  await save(tx, after);
  await moveQueue(deps, tx, before, after);
  await auditSubscription(deps, tx, { cause, action: "webhook_subscription.archive", before, after });
}

/** The delivery worker that next claims the queue of an archived subscription empties it. */
async function moveQueue(
  { wakeUp }: ArchiveSubscriptionDeps,
  tx: Transaction,
  before: Subscription,
  after: Subscription,
): Promise<void> {
  switch (queueAfter(before, after)) {
    case "open":
      await openQueue(tx, after, after.updatedAt);
      tx.afterCommit(() => wakeUp.nudge(webhooksTopic));
      return;
    case "closed":
      await closeQueue(tx, { ...after, subscriptionId: after.id });
      return;
    case "as it is":
      return;
  }
}
