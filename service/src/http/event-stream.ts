import type { StreamEntry } from "./tail.ts";

/** Server-sent events, in the format of the HTML standard (§9.2). */
export const eventStreamType = "text/event-stream";

/** How long a client should wait before it reconnects. */
const retryMs = 2_000;

/** The opening of a stream: a client that disconnects before the first event can still resume from here. */
export function openingOf(cursor: string): string {
  return `retry: ${retryMs}\nid: ${cursor}\n\n`;
}

/** Neither an event type nor our JSON contains a line break. */
export function encodeEntry({ cursor, type, data }: StreamEntry): string {
  return `id: ${cursor}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Keep-alive. An id without data is no event; it advances the position from which the client resumes. */
export function signOfLife(cursor: string): string {
  return `: keep-alive\nid: ${cursor}\n\n`;
}

/** Whether the client prefers this media type, RFC 9110 §12.5.1. A client that accepts anything gets JSON. */
export function prefersEventStream(accept: string | undefined): boolean {
  const ranges = (accept ?? "").split(",").map(readRange);
  const weightOf = (...types: readonly string[]): number =>
    Math.max(0, ...ranges.filter(({ type }) => types.includes(type)).map(({ weight }) => weight));
  const stream = weightOf(eventStreamType);
  return stream > 0 && stream >= weightOf("application/json", "application/*");
}

function readRange(text: string): { readonly type: string; readonly weight: number } {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.map((part) => /^q=([01](?:\.\d{0,3})?)$/.exec(part)?.[1]).find(Boolean);
  return { type, weight: Number(weight ?? 1) };
}
