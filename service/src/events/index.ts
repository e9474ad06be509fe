export { ConsumerError, defineConsumer, type EventConsumer } from "./consumer.ts";
export {
  createEventDispatcher,
  type EventDispatcher,
  type EventDispatcherHealth,
} from "./dispatcher.ts";
export type { Event, EventId, EventOwner, NewEvent } from "./event.ts";
export { createEventLog, type EventLog } from "./event-log.ts";
export { measureOutbox, type OutboxLoad } from "./outbox-store.ts";
export { readEvents } from "./read-events.ts";
