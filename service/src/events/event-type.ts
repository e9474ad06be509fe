import type { Static, TSchema } from "typebox";
import type { Json } from "../kernel/canonical-json.ts";
import type { AccountId } from "../kernel/id.ts";
import type { NewEvent } from "./event.ts";

/** A kind of event that accounts are told of. Types are added, never renamed, and their data only ever gets fields. */
export interface EventType<Schema extends TSchema = TSchema> {
  /** `<noun>.<what happened>`, such as `transfer.created`. */
  readonly type: string;
  /** When it is said, in one sentence. */
  readonly summary: string;
  /** Of `data`. Objects in it are open: readers ignore what they do not know. */
  readonly schema: Schema;
  readonly example: DataOf<Schema>;
}

type DataOf<Schema extends TSchema> = Static<Schema> & Json;

/** Stands beside the code that makes the data, and in the list that its module shows to the catalogue. */
export function defineEventType<const Schema extends TSchema>(
  eventType: EventType<Schema>,
): EventType<Schema> {
  return eventType;
}

/** The one way to say that something happened: the compiler holds the data against the schema. */
export function newEvent<Schema extends TSchema>(
  { type }: EventType<Schema>,
  accountId: AccountId,
  data: DataOf<Schema>,
): NewEvent {
  return { accountId, type, data };
}
