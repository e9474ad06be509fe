import { setTimeout as pause } from "node:timers/promises";
import { InterruptedError } from "../failure.ts";
import { readEventStream, type StreamedEvent } from "./event-stream.ts";
import type { FlorinApi } from "./florin-api.ts";
import { UnavailableError } from "./http.ts";

interface FollowOptions {
  readonly api: FlorinApi;
  readonly path: string;
  readonly cursor: string;
  readonly signal: AbortSignal;
  /** Reports to the user why no events arrive, and when they do again. */
  readonly log: (message: string) => void;
}

const defaultRetryMs = 1000;
const maxRetryMs = 30_000;
const maxDoublings = 10;

/** Yields events indefinitely. Each connection resumes after the last event of the previous one, so none is missed. */
export async function* followEvents(options: FollowOptions): AsyncGenerator<StreamedEvent, void, undefined> {
  const { api, path, signal, log } = options;
  let { cursor } = options;
  let retryMs = defaultRetryMs;
  let failures = 0;
  const onOpen = () => {
    if (failures > 0) log("reconnected");
    failures = 0;
  };
  const onRetry = (ms: number) => {
    retryMs = Math.min(ms, maxRetryMs);
  };
  for (;;) {
    let waitMs = retryMs;
    try {
      for await (const streamed of readEventStream({ api, path, cursor, signal, onOpen, onRetry })) {
        cursor = streamed.cursor;
        yield streamed;
      }
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      waitMs = error.retryAfterMs ?? Math.min(retryMs * 2 ** Math.min(failures, maxDoublings), maxRetryMs);
      failures += 1;
      log(`${error.message}; retrying in ${secondsText(waitMs)}`);
    }
    await pauseUnlessInterrupted(waitMs, signal);
  }
}

async function pauseUnlessInterrupted(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal });
  } catch (cause) {
    throw new InterruptedError("interrupted", { cause });
  }
}

function secondsText(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}
