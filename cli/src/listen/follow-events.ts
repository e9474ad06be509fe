import { setTimeout as pause } from "node:timers/promises";
import { InterruptedError } from "../failure.ts";
import { UnavailableError } from "./answer.ts";
import { readEventStream, type StreamedEvent } from "./event-stream.ts";
import type { FlorinApi } from "./florin-api.ts";

interface FollowOptions {
  readonly api: FlorinApi;
  readonly path: string;
  readonly cursor: string;
  readonly signal: AbortSignal;
  /** Tells the person why nothing comes, and that it comes again. */
  readonly say: (message: string) => void;
}

const defaultRetryMs = 1000;
const maxRetryMs = 30_000;
const maxDoublings = 10;

/** Events for ever: each connection begins behind the last event of the one before, so none is missed. */
export async function* followEvents(options: FollowOptions): AsyncGenerator<StreamedEvent, void, undefined> {
  const { api, path, signal, say } = options;
  let { cursor } = options;
  let retryMs = defaultRetryMs;
  let failures = 0;
  const onOpen = () => {
    if (failures > 0) say("connected again");
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
      say(`${error.message}; asking again in ${secondsText(waitMs)}`);
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
