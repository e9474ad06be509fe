import type { Transaction } from "../db/database.ts";
import type { Event } from "./event.ts";

/**
 * Somebody who is told of every event. What it writes through the transaction commits together with the fact that it
 * was told, so it is recorded exactly once; it must have no other effect. When it throws, it is told again.
 */
export interface EventConsumer {
  readonly name: string;
  /** An account's events come in their order. */
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
    super(`the event consumer ${consumer} failed on ${which}; no event is handed out until it succeeds`, {
      cause,
    });
    this.consumer = consumer;
  }
}
