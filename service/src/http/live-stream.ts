import type { ServerResponse } from "node:http";
import { createPollLoop, type Turn } from "../db/poll-loop.ts";
import type { Clock } from "../kernel/instant.ts";
import { encodeEntry, openingOf, signOfLife } from "./event-stream.ts";
import type { Tail } from "./route.ts";

/** One answer that goes on: what comes is written as fast as the client reads, and no faster. */
export interface LiveStream {
  /** Ends it, and resolves when nothing of it runs any more. The client comes back and goes on where it was. */
  end(): Promise<void>;
}

export interface LiveStreamOptions {
  readonly response: ServerResponse;
  readonly tail: Tail;
  readonly clock: Clock;
  readonly timing: StreamTiming;
  /** Whether its client may still be told anything. It is asked before anything is read, and now and then. */
  readonly mayGoOn: () => Promise<boolean>;
  /** Reading failed. It is tried again, later each time. */
  readonly onError: (error: unknown) => void;
}

export interface StreamTiming {
  /** How often it is asked whether the client may go on. */
  readonly checkMs: number;
  /** After this much silence the client is told that the line is alive. */
  readonly silenceMs: number;
  /** A client that takes nothing for so long is dropped. */
  readonly stalledMs: number;
  readonly maxAgeMs: number;
  /** What is left is still sent within this time at the end. */
  readonly farewellMs: number;
}

/** The headers have been written. Idle it costs a timer: it reads only when the tail says that there may be more. */
export function startLiveStream(options: LiveStreamOptions): LiveStream {
  const { response, tail, clock, timing } = options;
  const endsAt = clock.now() + timing.maxAgeMs;
  const outlet = createOutlet(response, timing, clock);
  let hasNews = true;

  const turn = async (): Promise<Turn> => {
    if (clock.now() >= endsAt || !(await options.mayGoOn())) {
      outlet.end();
      return "wait";
    }
    if (!hasNews) {
      if (outlet.silentMs() >= timing.silenceMs) await outlet.write([signOfLife(tail.cursor())]);
      return "wait";
    }
    await readOn();
    return hasNews ? "again" : "wait";
  };
  const readOn = async (): Promise<void> => {
    hasNews = false;
    try {
      const { entries, hasMore } = await tail.read();
      await outlet.write(entries.map(encodeEntry));
      if (hasMore) hasNews = true;
    } catch (error) {
      hasNews = true;
      throw error;
    }
  };

  const loop = createPollLoop({ turn, pollMs: timing.checkMs, onError: options.onError });
  const stopListening = tail.listen(() => {
    hasNews = true;
    loop.wake();
  });
  const closed = new Promise<void>((resolve) => response.once("close", resolve));
  const ended = closed.then(() => Promise.all([loop.stop(), stopListening()]));
  void outlet.write([openingOf(tail.cursor())]);
  loop.start();
  return {
    end: async () => {
      outlet.end();
      await ended;
    },
  };
}

interface Outlet {
  /** Resolves when the client has taken so much that more may be read. */
  write(texts: readonly string[]): Promise<void>;
  silentMs(): number;
  end(): void;
}

function createOutlet(response: ServerResponse, timing: StreamTiming, clock: Clock): Outlet {
  let wroteAt = clock.now();
  // A broken connection is not worth a word: the client comes back, or does not.
  response.on("error", () => undefined);
  return {
    write: async (texts) => {
      for (const text of texts) {
        if (response.destroyed || response.writableEnded) return;
        wroteAt = clock.now();
        if (!response.write(text)) await taken(response, timing.stalledMs);
      }
    },
    silentMs: () => clock.now() - wroteAt,
    end: () => {
      if (response.writableEnded) return;
      response.end();
      const timer = setTimeout(() => response.destroy(), timing.farewellMs);
      response.once("close", () => clearTimeout(timer));
    },
  };
}

function taken(response: ServerResponse, stalledMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), stalledMs);
    const done = (): void => {
      clearTimeout(timer);
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
