export {
  ConsumerError,
  createEventDispatcher,
  defineConsumer,
  type EventConsumer,
  type EventDispatcher,
  type EventDispatcherHealth,
  measureOutbox,
} from "./dispatcher.ts";
export type { Event, EventId, EventOwner, NewEvent } from "./event.ts";
export { createEventLog, type EventLog, eventsTopic } from "./event-log.ts";
export { defineEventType, type EventType, newEvent } from "./event-type.ts";
export {
  findAnyEvent,
  findEvent,
  listEventsAbout,
  readEvents,
  readLogEnds,
  type TypeFilter,
  typeFilterValues,
  typeMatches,
} from "./read-events.ts";
