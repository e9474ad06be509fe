import type { FlorinEvent } from "../event.ts";
import type { Call } from "./call.ts";
import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";
import type { NamedOperation } from "./operation.ts";
import { readSse, type SseBlock } from "./sse.ts";
import { createTimeLimit, sleep } from "./time-limit.ts";
import type { Query } from "./types.ts";

/** Events to stream. The stream starts now, unless `page.after` is a cursor. */
export type StreamInput = { readonly account_id: string } & Pick<
  Query<"listEvents">,
  "type" | "include_managed"
> & {
    readonly page?: { readonly after?: string };
  };

export interface StreamOptions {
  readonly signal?: AbortSignal;
  /** The service sends something every 15 seconds. After this long without, the stream reconnects: 45 s by default. */
  readonly silenceMs?: number;
}

/** Store `cursor` with what you did: as `page.after`, it continues right after this event. */
export type StreamedEvent = FlorinEvent & {
  readonly account_id: string;
  readonly sequence: number;
  readonly cursor: string;
};

const defaultSilenceMs = 45_000;
const defaultRetryMs = 2_000;

/** Events as they happen, without gaps and without end: it reconnects until it is aborted or rejected. */
export async function* streamEvents(
  call: Call,
  operation: NamedOperation,
  input: StreamInput,
  options: StreamOptions = {},
): AsyncGenerator<StreamedEvent> {
  for await (const { id, data } of streamBlocks(call, operation, input, options)) {
    if (data !== undefined) yield { ...JSON.parse(data), cursor: id };
  }
}

/** The blocks of all connections. The first one has the position of the stream and no data. */
export async function* streamBlocks(
  call: Call,
  operation: NamedOperation,
  { page, ...input }: StreamInput,
  { signal = new AbortController().signal, silenceMs = defaultSilenceMs }: StreamOptions,
): AsyncGenerator<SseBlock> {
  let cursor = page?.after;
  let retryMs = defaultRetryMs;
  for (;;) {
    const silence = createTimeLimit(silenceMs);
    try {
      const headers = {
        accept: "text/event-stream",
        ...(cursor === undefined ? {} : { "last-event-id": cursor }),
      };
      const ends = AbortSignal.any([signal, silence.signal]);
      const response = (await call(operation, input, { headers, signal: ends, isStream: true })) as Response;
      if (response.body === null) throw new ConnectionError("the stream has no body");
      for await (const block of readSse(response.body, silence.reset)) {
        cursor = block.id ?? cursor;
        retryMs = block.retryMs ?? retryMs;
        yield block;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!silence.signal.aborted && !isPassing(error)) throw error;
    } finally {
      silence.end();
    }
    await sleep(retryMs, signal);
  }
}

/** What a reconnection can pass: a lost connection, a service that is down, and too many streams. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return error instanceof ConnectionError || error instanceof TimeoutError;
}
