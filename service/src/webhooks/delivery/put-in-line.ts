import type { Transaction } from "../../db/database.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { Event } from "../../events/index.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { type QueueKey, webhooksTopic } from "./endpoint-queue-store.ts";
import { type AttemptId, announce, insertAttempts } from "./queue-store.ts";

export interface PutInLineDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly wakeUp: Pick<WakeUp, "nudge">;
}

/** Queues requested events for a subscription, starting with a first attempt. */
export async function putInLine(
  { clock, newId, wakeUp }: PutInLineDeps,
  tx: Transaction,
  subscription: QueueKey,
  reason: "replay" | "resend",
  events: readonly Pick<Event, "id" | "type" | "accountId" | "sequence">[],
): Promise<readonly AttemptId[]> {
  if (events.length === 0) return [];
  const now = clock.now();
  const attempts = events.map(({ id, type, accountId, sequence }) => ({
    id: newId<"webhook_attempt">(),
    eventId: id,
    eventType: type,
    eventAccountId: accountId,
    eventSequence: sequence,
  }));
  await insertAttempts(tx, subscription, reason, attempts, now);
  await announce(tx, subscription, now);
  tx.afterCommit(() => wakeUp.nudge(webhooksTopic));
  return attempts.map(({ id }) => id);
}
