import { TimeoutError } from "./errors.ts";
import { createTimeLimit, sleep } from "./time-limit.ts";

export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Maximum duration of the wait: 15 minutes by default. */
  readonly timeoutMs?: number;
  /** Interval of requests while no stream of events is open: 2 seconds by default. */
  readonly pollMs?: number;
}

export interface Watched<Resource> {
  readonly read: (signal: AbortSignal) => Promise<Resource>;
  readonly isFinal: (resource: Resource) => boolean;
  /** Yields whenever the resource may have changed; it may fail, for example without the scope `events:read`. */
  readonly changes: (signal: AbortSignal) => AsyncIterable<unknown>;
}

const defaultTimeoutMs = 15 * 60_000;
const defaultPollMs = 2_000;
/** Also while a stream is open, in case that it delivers nothing. */
const streamingPollMs = 15_000;

/** Reads the resource when the account's events say that it may have changed, or else at intervals. */
export async function waitUntilFinal<Resource>(
  { read, isFinal, changes }: Watched<Resource>,
  { signal: own, timeoutMs = defaultTimeoutMs, pollMs = defaultPollMs }: WaitOptions = {},
): Promise<Resource> {
  own?.throwIfAborted();
  const limit = createTimeLimit(timeoutMs);
  const done = new AbortController();
  const signal = AbortSignal.any([limit.signal, done.signal, ...(own === undefined ? [] : [own])]);
  const alarm = createAlarm(changes, pollMs, signal);
  try {
    for (;;) {
      const resource = await read(signal);
      if (isFinal(resource)) return resource;
      await alarm.next();
    }
  } catch (cause) {
    if (own?.aborted === true) throw own.reason;
    if (!limit.signal.aborted) throw cause;
    throw new TimeoutError(`not final within ${timeoutMs} ms`, { cause });
  } finally {
    limit.end();
    done.abort();
  }
}

interface Alarm {
  /** Resolves after a change since the last call, or after the interval. */
  readonly next: () => Promise<void>;
}

function createAlarm(changes: Watched<unknown>["changes"], pollMs: number, signal: AbortSignal): Alarm {
  let intervalMs = pollMs;
  let wakeUp = new AbortController();
  const listen = async (): Promise<void> => {
    for await (const _change of changes(signal)) {
      intervalMs = Math.max(pollMs, streamingPollMs);
      wakeUp.abort();
    }
  };
  listen().catch(() => {
    intervalMs = pollMs;
    wakeUp.abort();
  });
  return {
    next: async () => {
      await sleep(intervalMs, AbortSignal.any([signal, wakeUp.signal])).catch(() => signal.throwIfAborted());
      wakeUp = new AbortController();
    },
  };
}
