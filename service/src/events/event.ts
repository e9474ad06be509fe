import type { RowOf } from "../db/table.ts";
import type { Id } from "../kernel/id.ts";
import type { events } from "./tables.ts";

export type EventId = Id<"event">;

/** A change to something an account owns; recorded once and never modified. */
export type Event = RowOf<typeof events>;

export type NewEvent = Pick<Event, "accountId" | "type" | "data">;

/** The tenant of the events: one statement writes for one tenant, so that it can run on the tenant's shard. */
export type EventOwner = Pick<Event, "tenantId" | "network">;
