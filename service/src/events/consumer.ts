import type { Transaction } from "../db/database.ts";
import type { Event } from "./event.ts";

/**
 * Gets every event. Its writes through the transaction commit together with the removal from the outbox, so they are
 * recorded exactly once; it must have no other effect. When it throws, the events are dispatched to it again.
 */
export interface EventConsumer {
  readonly name: string;
  /** An account's events are in sequence order. */
  readonly handle: (tx: Transaction, events: readonly Event[]) => Promise<void>;
}

export function defineConsumer(consumer: EventConsumer): EventConsumer {
  return consumer;
}

export class ConsumerError extends Error {
  override readonly name = "ConsumerError";
  readonly consumer: string;

  constructor(consumer: string, events: readonly Event[], cause: unknown) {
    const [first] = events;
    const which = events.length === 1 ? `event ${first?.id}` : `${events.length} events from ${first?.id} on`;
    super(`the event consumer ${consumer} failed on ${which}; no event is dispatched until it succeeds`, {
      cause,
    });
    this.consumer = consumer;
  }
}
