import type { CheckResponse } from "./response-validation.ts";

export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  // Tests read it, and it is validated against the API document when the stream is closed.
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly data: any; // oxlint-disable-line typescript/no-explicit-any
}

/** A client of an event stream, as in a browser. */
export interface EventStreamClient {
  readonly headers: Headers;
  /** Waits for the next events; throws when the stream ends before. */
  take(count: number): Promise<readonly StreamedEvent[]>;
  /** The `Last-Event-ID` for a reconnect. */
  lastId(): string;
  /** All received text. */
  text(): string;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  /** Disconnects, and validates what it received. */
  close(): Promise<void>;
}

export interface StreamAddress {
  readonly baseUrl: string;
  readonly path: string;
  readonly token: string;
  readonly lastEventId?: string;
  readonly check: CheckResponse;
}

export async function openEventStream(address: StreamAddress): Promise<EventStreamClient> {
  const { baseUrl, path, token, lastEventId, check } = address;
  const leaving = new AbortController();
  const response = await fetch(baseUrl + path, {
    signal: leaving.signal,
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    },
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`no stream: ${response.status} ${await response.text()}`);
  const seen = createReading();
  const ended = pump(response.body, seen.push).finally(seen.end);
  const [pathOnly = path] = path.split("?");
  const { status, headers } = response;
  return {
    headers,
    take: seen.take,
    lastId: seen.lastId,
    text: seen.text,
    ended,
    close: async () => {
      leaving.abort();
      await ended;
      check({ method: "GET", path: pathOnly, status, headers, text: seen.text() });
    },
  };
}

async function pump(body: ReadableStream<Uint8Array>, push: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of body) push(decoder.decode(bytes, { stream: true }));
  } catch {
    // The connection is closed; the test checks how.
  }
}

function createReading() {
  const waiting: StreamedEvent[] = [];
  let text = "";
  let rest = "";
  let lastId = "";
  let isOver = false;
  let changed = (): void => {};

  const take = async (count: number): Promise<readonly StreamedEvent[]> => {
    while (waiting.length < count) {
      if (isOver) throw new Error(`the stream ended with ${waiting.length} of ${count} events`);
      await new Promise<void>((resolve) => {
        changed = resolve;
      });
    }
    return waiting.splice(0, count);
  };
  const push = (more: string): void => {
    text += more;
    const blocks = (rest + more).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const fields of blocks.map(readBlock)) {
      lastId = fields.get("id") ?? lastId;
      const data = fields.get("data");
      if (data !== undefined)
        waiting.push({ id: lastId, event: fields.get("event") ?? "message", data: JSON.parse(data) });
    }
    changed();
  };
  const end = (): void => {
    isOver = true;
    changed();
  };
  return { take, push, end, text: () => text, lastId: () => lastId };
}

function readBlock(block: string): ReadonlyMap<string, string> {
  return new Map(
    block.split("\n").flatMap((line) => {
      const [, name, value = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value] as const];
    }),
  );
}
