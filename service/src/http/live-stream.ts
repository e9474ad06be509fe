import type { ServerResponse } from "node:http";
import { createPollLoop, type Turn } from "../db/poll-loop.ts";
import type { Clock } from "../kernel/instant.ts";
import { encodeEntry, openingOf, signOfLife } from "./event-stream.ts";
import type { Tail } from "./tail.ts";

/** An open event stream: it writes as fast as the client reads, and no faster. */
export interface LiveStream {
  /** Ends it, and resolves when none of its work is running. The client reconnects and resumes. */
  end(): Promise<void>;
}

export interface LiveStreamOptions {
  readonly response: ServerResponse;
  readonly tail: Tail;
  readonly clock: Clock;
  readonly timing: StreamTiming;
  /** Whether the client is still authorized. Checked before each read and periodically. */
  readonly mayGoOn: () => Promise<boolean>;
  /** Called when a read fails. It is retried with increasing delays. */
  readonly onError: (error: unknown) => void;
}

export interface StreamTiming {
  /** How often authorization is checked. */
  readonly checkMs: number;
  /** A keep-alive is sent after this much silence. */
  readonly silenceMs: number;
  /** A client that reads nothing for this long is dropped. */
  readonly stalledMs: number;
  readonly maxAgeMs: number;
  /** Buffered data is still sent within this time at the end. */
  readonly farewellMs: number;
}

/** The headers have been written. An idle stream costs a timer: it reads only when the tail reports more. */
export function startLiveStream(options: LiveStreamOptions): LiveStream {
  const { response, tail, clock, timing } = options;
  const endsAt = clock.now() + timing.maxAgeMs;
  const outlet = createOutlet(response, timing, clock);
  let hasUpdate = true;

  const turn = async (): Promise<Turn> => {
    if (clock.now() >= endsAt || !(await options.mayGoOn())) {
      outlet.end();
      return "wait";
    }
    if (!hasUpdate) {
      if (outlet.silentMs() >= timing.silenceMs) await outlet.write([signOfLife(tail.cursor())]);
      return "wait";
    }
    await readOn();
    return hasUpdate ? "again" : "wait";
  };
  const readOn = async (): Promise<void> => {
    hasUpdate = false;
    try {
      const { entries, hasMore } = await tail.read();
      await outlet.write(entries.map(encodeEntry));
      if (hasMore) hasUpdate = true;
    } catch (error) {
      hasUpdate = true;
      throw error;
    }
  };

  const loop = createPollLoop({
    name: "http.stream",
    turn,
    pollMs: timing.checkMs,
    onError: options.onError,
  });
  const stopListening = tail.listen(() => {
    hasUpdate = true;
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
  /** Resolves when the client has read enough that more may be written. */
  write(texts: readonly string[]): Promise<void>;
  silentMs(): number;
  end(): void;
}

function createOutlet(response: ServerResponse, timing: StreamTiming, clock: Clock): Outlet {
  let wroteAt = clock.now();
  // A broken connection is not logged: the client reconnects, or does not.
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
