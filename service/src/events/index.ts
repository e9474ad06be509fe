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
  type Direction,
  type FeedEvent,
  feedAdvance,
  feedEndView,
  feedView,
  insertIntoFeeds,
  type Stretch,
  selectFeed,
  selectFeedEnds,
  selectNextNumber,
  sequenceAdvance,
} from "./feed-store.ts";
export {
  type EventPlace,
  eventView,
  findAnyEvent,
  findEvent,
  listEventsAbout,
  readEvents,
  readLogEnds,
  selectEventsAt,
  type TypeFilter,
} from "./read-events.ts";
