export { ConsumerError, defineConsumer, type EventConsumer } from "./consumer.ts";
export {
  createEventDispatcher,
  type EventDispatcher,
  type EventDispatcherHealth,
} from "./dispatcher.ts";
export type { Event, EventOwner, NewEvent } from "./event.ts";
export { createEventLog, type EventLog } from "./event-log.ts";
export { defineEventType, type EventType, newEvent } from "./event-type.ts";
export { measureOutbox } from "./outbox-store.ts";
export { readEvents } from "./read-events.ts";
