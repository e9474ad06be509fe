import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../service/src/db/database.ts";
import type { EventLog } from "../../service/src/events/index.ts";
import { inTurns } from "../transfers/variant.ts";
import { benchEvent } from "./bench-event.ts";
import { type BenchEnvironment, type BenchTenant, network } from "./environment.ts";
import { momentMs } from "./moment.ts";

/** Appends events to the accounts of an environment. */
export interface QueueReader {
  /** At least this many deliveries, as fast as possible. Returns their actual number. */
  append(deliveries: number): Promise<number>;
  /** This many deliveries per second for this long, whether or not the worker keeps up. */
  feed(perSecond: number, seconds: number): Promise<Fed>;
}

export interface Fed {
  /** When the commit of each event returned, by event id. */
  readonly committedMs: ReadonlyMap<string, number>;
  readonly deliveries: number;
  /** Actual deliveries per second. */
  readonly perSecond: number;
}

export interface QueueReaderOptions {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly env: BenchEnvironment;
}

/** Events of a tenant are committed together, a few at a time, so that those of many tenants are interleaved. */
const appendedTogether = 10;
const appendedAtOnce = 4;
const tickMs = 10;

export function createQueueReader({ database, eventLog, env }: QueueReaderOptions): QueueReader {
  const nextTenant = inTurns(env.tenants);
  const nextEvents = createEventWriter();
  const commit = async (events: number): Promise<readonly string[]> => {
    const tenant = nextTenant();
    const update = nextEvents(tenant, events);
    const owner = { tenantId: tenant.tenantId, network } as const;
    const appended = await database.transaction((tx) => eventLog.append(tx, owner, update));
    return appended.map(({ id }) => id);
  };
  return {
    append: async (deliveries) => {
      const events = Math.ceil(deliveries / env.reportedOfEach);
      let left = events;
      const keepAppending = async (): Promise<void> => {
        while (left > 0) {
          const count = Math.min(appendedTogether, left);
          left -= count;
          await commit(count);
        }
      };
      await Promise.all(Array.from({ length: appendedAtOnce }, keepAppending));
      return events * env.reportedOfEach;
    },
    feed: (perSecond, seconds) => feedAtPace(commit, env, perSecond, seconds),
  };
}

function createEventWriter() {
  let number = 0;
  return ({ accountIds }: BenchTenant, events: number) =>
    Array.from({ length: events }, () => {
      const accountId = accountIds[number % accountIds.length];
      if (accountId === undefined) throw new Error("the tenant has no accounts");
      number += 1;
      return benchEvent(accountId, number);
    });
}

/** One commit per tick, tenant by tenant. A slow commit does not delay the next one. */
async function feedAtPace(
  commit: (events: number) => Promise<readonly string[]>,
  { reportedOfEach }: BenchEnvironment,
  perSecond: number,
  seconds: number,
): Promise<Fed> {
  const committedMs = new Map<string, number>();
  const inFlight: Promise<void>[] = [];
  const eventsPerMs = perSecond / reportedOfEach / 1000;
  const startMs = momentMs();
  let requested = 0;
  const commitSome = async (count: number): Promise<void> => {
    const ids = await commit(count);
    const atMs = momentMs();
    for (const id of ids) committedMs.set(id, atMs);
  };
  for (let elapsedMs = 0; elapsedMs < seconds * 1000; elapsedMs = momentMs() - startMs) {
    const count = Math.floor(elapsedMs * eventsPerMs) - requested;
    requested += count;
    if (count > 0) inFlight.push(commitSome(count));
    await sleep(tickMs);
  }
  await Promise.all(inFlight);
  const deliveries = committedMs.size * reportedOfEach;
  return { committedMs, deliveries, perSecond: (deliveries / (momentMs() - startMs)) * 1000 };
}
