import type { Database } from "../src/db/database.ts";
import type { ConnectionTarget } from "../src/db/pool.ts";
import { createWakeUp, type WakeUp } from "../src/db/wake-up.ts";
import type { EventDispatcherOptions } from "../src/events/dispatcher.ts";
import {
  createEventDispatcher,
  createEventLog,
  type EventDispatcher,
  type EventLog,
  type EventOwner,
} from "../src/events/index.ts";
import { createIdFactory, type NewId } from "../src/kernel/id.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { createTestDatabase } from "./database.ts";

/** A separate database with an event log; dispatchers that were started are stopped at its end. */
export interface EventsEnvironment {
  readonly database: Database;
  readonly target: ConnectionTarget;
  readonly log: EventLog;
  readonly owner: EventOwner;
  readonly newId: NewId;
  readonly errors: readonly unknown[];
  startDispatcher(options: Partial<EventDispatcherOptions>): EventDispatcher;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openEvents(): Promise<EventsEnvironment> {
  const { database, target, drop } = await createTestDatabase({ maxConnections: 25 });
  const wakeUp: WakeUp = createWakeUp({
    connection: target,
    applicationName: "florin test",
    onError: () => {},
  });
  const newId = createIdFactory(systemClock);
  const errors: unknown[] = [];
  const dispatchers: EventDispatcher[] = [];
  const defaults = { database, wakeUp, clock: systemClock, consumers: [], pollMs: 20 };
  return {
    database,
    target,
    newId,
    errors,
    log: createEventLog({ clock: systemClock, newId, wakeUp }),
    owner: { tenantId: newId<"tenant">(), network: "testnet" },
    startDispatcher: (options) => {
      const dispatcher = createEventDispatcher({
        ...defaults,
        onError: (error) => errors.push(error),
        ...options,
      });
      dispatchers.push(dispatcher);
      dispatcher.start();
      return dispatcher;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
      await wakeUp.close();
      await drop();
    },
  };
}
