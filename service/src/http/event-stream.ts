import type { StreamEntry } from "./route.ts";

/** Server-sent events, as the HTML standard writes them (§9.2). */
export const eventStreamType = "text/event-stream";

/** How long a client should wait before it comes back. */
const retryMs = 2_000;

/** The beginning: a client that is cut off before anything was told can go on from here all the same. */
export function openingOf(cursor: string): string {
  return `retry: ${retryMs}\nid: ${cursor}\n\n`;
}

/** Neither a type nor JSON as we write it has a line break in it. */
export function encodeEntry({ cursor, type, data }: StreamEntry): string {
  return `id: ${cursor}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Says that the line is alive. An id without data is no event; it moves on where the client would come back. */
export function signOfLife(cursor: string): string {
  return `: nothing new\nid: ${cursor}\n\n`;
}

/** Whether this is what the client likes best, RFC 9110 §12.5.1. Who takes anything gets JSON. */
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
