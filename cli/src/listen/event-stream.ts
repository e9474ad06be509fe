import { createParser, type EventSourceMessage } from "eventsource-parser";
import { CommandError } from "../failure.ts";
import { brokenConnection, UnavailableError } from "./answer.ts";
import { type FeedEvent, readFeedEvent } from "./feed-event.ts";
import type { FlorinApi } from "./florin-api.ts";
import { parseJson } from "./json-fields.ts";

/** An event, and the place behind it. */
export interface StreamedEvent {
  readonly cursor: string;
  readonly event: FeedEvent;
}

interface StreamOptions {
  readonly api: FlorinApi;
  readonly path: string;
  /** The place behind which it begins. */
  readonly cursor: string;
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  /** The service says how long to wait before the next connection. */
  readonly onRetry: (retryMs: number) => void;
  readonly maxSilenceMs?: number;
}

// The service says something every 15 seconds.
const defaultMaxSilenceMs = 50_000;
const maxUnfinished = 4 * 1024 * 1024;

/** One connection: events as they come, until the service ends it. */
export async function* readEventStream(
  options: StreamOptions,
): AsyncGenerator<StreamedEvent, void, undefined> {
  const { api, path, cursor, signal, onOpen, onRetry } = options;
  const silence = createSilenceWatch(options.maxSilenceMs ?? defaultMaxSilenceMs);
  const until = AbortSignal.any([signal, silence.signal]);
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => arrived.push(message), onRetry });
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
    for await (const text of (response.body ?? emptyBody()).pipeThrough(new TextDecoderStream())) {
      // What is done with an event may take long, and is not the service's silence.
      silence.end();
      parser.feed(text);
      unfinished = arrived.length > 0 ? 0 : unfinished + text.length;
      if (unfinished > maxUnfinished) throw new CommandError("the stream of events does not hold events");
      yield* arrived.splice(0).map(streamedEvent);
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
    `${new URL(response.url).origin} does not stream events; is it older than this command?`,
  );
}

function streamedEvent({ id, data }: EventSourceMessage): StreamedEvent {
  const event = readFeedEvent(parseJson(data));
  if (event === undefined || id === undefined) {
    throw new CommandError("the service streams an event that this command cannot read");
  }
  return { cursor: id, event };
}

function emptyBody(): never {
  throw new UnavailableError("the stream of events has no body");
}

/** Aborts when nothing was heard for long: a connection may be dead without either side knowing. */
function createSilenceWatch(maxSilenceMs: number) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    begin: () => {
      const give = () => controller.abort(new DOMException("silence", "TimeoutError"));
      timer = setTimeout(give, maxSilenceMs);
    },
    end: () => clearTimeout(timer),
  };
}
