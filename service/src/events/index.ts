export { ConsumerError, defineConsumer, type EventConsumer } from "./consumer.ts";
export {
  createEventDispatcher,
  type EventDispatcher,
  type EventDispatcherHealth,
} from "./dispatcher.ts";
export type { Event, EventId, EventOwner, NewEvent } from "./event.ts";
export { createEventLog, type EventLog, eventsTopic } from "./event-log.ts";
export { defineEventType, type EventType, newEvent } from "./event-type.ts";
export { measureOutbox } from "./outbox-store.ts";
export { readEvents, readLogEnds } from "./read-events.ts";
export {
  selectAnyEvent as findAnyEvent,
  selectEvent as findEvent,
  selectEventsAbout as listEventsAbout,
  type TypeFilter,
  typeFilterValues,
  typeMatches,
} from "./store.ts";
