import type { Transaction } from "../../db/database.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import { defineConsumer, type Event, type EventConsumer } from "../../events/index.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { HandOver } from "../delivery/hand-over.ts";
import { type AttemptId, type QueueKey, webhooksTopic } from "../delivery/store.ts";
import { selectCustomerWebhooks } from "../subscriptions/store.ts";
import { addressToUpdate, customerEventType, type Subscription } from "../subscriptions/subscription.ts";
import { insertAttempts, putEventsInLine } from "./store.ts";

export interface FanOutDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly wakeUp: Pick<WakeUp, "nudge">;
  /** To the delivery worker of this node. */
  readonly handOver?: HandOver | undefined;
}

/** Queues one delivery per event and matching subscription, in the transaction that dispatches the events. */
export function createFanOut({ clock, newId, wakeUp, handOver }: FanOutDeps): EventConsumer {
  return defineConsumer({
    name: "webhooks",
    handle: async (tx, events) => {
      await putInLineForCustomers({ clock, newId, wakeUp }, tx, events);
      const queues = await putEventsInLine(tx, events, clock.now(), handOver?.offer());
      if (queues.length === 0) return;
      tx.afterCommit(() => {
        handOver?.accept(events, queues);
        if (queues.some(({ needsWakeUp }) => needsWakeUp)) wakeUp.nudge(webhooksTopic);
      });
    },
  });
}

/** What concerns the bank account of a customer, to the webhook of that customer. */
async function putInLineForCustomers(
  deps: PutInLineDeps,
  tx: Transaction,
  events: readonly Event[],
): Promise<void> {
  const deliveries: { readonly event: Event; readonly subscription: Subscription }[] = [];
  for (const event of events) {
    const addressId = event.type === customerEventType ? addressToUpdate(event.data) : undefined;
    if (addressId === undefined) continue;
    for (const subscription of await selectCustomerWebhooks(tx, event, [addressId])) {
      if (subscription.state.status === "active") deliveries.push({ event, subscription });
    }
  }
  // All code that locks several endpoint queues locks them in id order.
  const inOrder = deliveries.toSorted((a, b) => (a.subscription.id < b.subscription.id ? -1 : 1));
  for (const { event, subscription } of inOrder) await putInLine(deps, tx, subscription, "event", [event]);
}

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
  reason: "event" | "replay" | "resend",
  events: readonly Pick<Event, "id" | "type" | "accountId" | "sequence">[],
): Promise<readonly AttemptId[]> {
  if (events.length === 0) return [];
  const attempts = events.map(({ id, type, accountId, sequence }) => ({
    id: newId<"webhook_attempt">(),
    eventId: id,
    eventType: type,
    eventAccountId: accountId,
    eventSequence: sequence,
  }));
  await insertAttempts(tx, subscription, reason, attempts, clock.now());
  tx.afterCommit(() => wakeUp.nudge(webhooksTopic));
  return attempts.map(({ id }) => id);
}
