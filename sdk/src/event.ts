import type { KnownEvent } from "./generated/events.ts";

declare const unknown: unique symbol;

/** An event. A `switch` over `type` narrows `data`; a type that this version doesn't know ends up in `default`. */
export type FlorinEvent = KnownEvent | UnknownEvent;

/**
 * A type of a newer service. Acknowledge it. To handle it, read its type as a string in `default`:
 * `const type: string = event.type`.
 */
export interface UnknownEvent {
  /** The same for every delivery. Store it, to process an event once. */
  readonly id: string;
  readonly type: `${string}.${string}` & { readonly [unknown]: true };
  readonly created: string;
  readonly data: Readonly<Record<string, unknown>>;
}
