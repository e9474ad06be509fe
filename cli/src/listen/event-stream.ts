import { createParser, type EventSourceMessage } from "eventsource-parser";
import { CommandError } from "../failure.ts";
import { parseJson } from "../json-fields.ts";
import { type FeedEvent, readFeedEvent } from "./feed-event.ts";
import type { FlorinApi } from "./florin-api.ts";
import { brokenConnection, UnavailableError } from "./http.ts";

/** An event and the cursor after it. */
export interface StreamedEvent {
  readonly cursor: string;
  readonly event: FeedEvent;
}

interface StreamOptions {
  readonly api: FlorinApi;
  readonly path: string;
  /** The stream starts after this cursor. */
  readonly cursor: string;
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  /** Called with the service's reconnection delay. */
  readonly onRetry: (retryMs: number) => void;
  readonly maxSilenceMs?: number;
}

// The service sends a keepalive every 15 seconds.
const defaultMaxSilenceMs = 50_000;
const maxUnfinished = 4 * 1024 * 1024;

/** One connection: yields events until the service closes it. */
export async function* readEventStream(
  options: StreamOptions,
): AsyncGenerator<StreamedEvent, void, undefined> {
  const { api, path, cursor, signal, onOpen, onRetry } = options;
  const silence = createSilenceWatch(options.maxSilenceMs ?? defaultMaxSilenceMs);
  const until = AbortSignal.any([signal, silence.signal]);
  const received: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => received.push(message), onRetry });
  try {
    silence.begin();
    const headers = {
      accept: "text/event-stream",
      ...(cursor === undefined ? {} : { "last-event-id": cursor }),
    };
    const response = await api.open(path, { headers, signal: until });
    requireStream(response);
    onOpen();
    let unfinished = 0;
    for await (const text of (response.body ?? failOnEmptyBody()).pipeThrough(new TextDecoderStream())) {
      // Handling an event may take long, and must not count as the service's silence.
      silence.end();
      parser.feed(text);
      unfinished = received.length > 0 ? 0 : unfinished + text.length;
      if (unfinished > maxUnfinished) throw new CommandError("the event stream contains no events");
      yield* received.splice(0).map(streamedEvent);
      silence.begin();
    }
  } catch (cause) {
    throw brokenConnection(cause, { url: api.url, signal: until });
  } finally {
    silence.end();
  }
}

function requireStream(response: Response): void {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream")) return;
  throw new CommandError(
    `${new URL(response.url).origin} does not stream events; it may be older than this CLI`,
  );
}

function streamedEvent({ id, data }: EventSourceMessage): StreamedEvent {
  const event = readFeedEvent(parseJson(data));
  if (event === undefined || id === undefined) {
    throw new CommandError("the service sent an event that this CLI cannot parse");
  }
  return { cursor: id, event };
}

function failOnEmptyBody(): never {
  throw new UnavailableError("the event stream has no body");
}

/** Aborts after a long silence: a connection may be dead without either side noticing. */
function createSilenceWatch(maxSilenceMs: number) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    begin: () => {
      const abort = () => controller.abort(new DOMException("silence", "TimeoutError"));
      timer = setTimeout(abort, maxSilenceMs);
    },
    end: () => clearTimeout(timer),
  };
}
