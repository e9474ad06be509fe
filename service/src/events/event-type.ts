import type { Static, TSchema } from "typebox";
import type { Json } from "../kernel/canonical-json.ts";
import type { AccountId } from "../kernel/id.ts";
import type { NewEvent } from "./event.ts";

/** An event type. Types are added, never renamed, and their data only ever gains fields. */
export interface EventType<Schema extends TSchema = TSchema> {
  /** `<noun>.<past participle>`, such as `transfer.created`. */
  readonly type: string;
  /** When it is published, in one sentence. */
  readonly summary: string;
  /** Schema of `data`. Objects in it are open: readers ignore unknown fields. */
  readonly schema: Schema;
  readonly example: DataOf<Schema>;
}

type DataOf<Schema extends TSchema> = Static<Schema> & Json;

/** Defined next to the code that builds the data, and registered in the event catalog by its module. */
export function defineEventType<const Schema extends TSchema>(
  eventType: EventType<Schema>,
): EventType<Schema> {
  return eventType;
}

/** The only way to create an event: the compiler checks the data against the schema. */
export function newEvent<Schema extends TSchema>(
  { type }: EventType<Schema>,
  accountId: AccountId,
  data: DataOf<Schema>,
): NewEvent {
  return { accountId, type, data };
}
