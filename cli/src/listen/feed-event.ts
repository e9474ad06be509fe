import { fieldOf, numberOf, textOf } from "../json-fields.ts";

/** An event as returned by the feed. */
export interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly created: string;
  readonly data: unknown;
  readonly account_id: string;
  readonly sequence: number;
}

/** Undefined if the value is not an event. Unknown fields are dropped. */
export function readFeedEvent(value: unknown): FeedEvent | undefined {
  const [id, type, created] = [textOf(value, "id"), textOf(value, "type"), textOf(value, "created")];
  const [accountId, sequence] = [textOf(value, "account_id"), numberOf(value, "sequence")];
  if (id === undefined || type === undefined || created === undefined) return undefined;
  if (accountId === undefined || sequence === undefined) return undefined;
  return { id, type, created, data: fieldOf(value, "data") ?? {}, account_id: accountId, sequence };
}

/** True if the event matches a type such as `transfer.created`, or a family such as `transfer.*`. */
export function isRequested({ type }: Pick<FeedEvent, "type">, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return true;
  return patterns.some((pattern) =>
    pattern.endsWith(".*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}

/** Describes the event's object and its account. */
export function concernOf({ type, data, account_id: accountId }: FeedEvent): string {
  const id = textOf(data, "id");
  const noun = type.split(".").slice(0, -1).join(" ");
  return id === undefined ? `account ${accountId}` : `${noun} ${id} of account ${accountId}`;
}
