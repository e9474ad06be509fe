import { bigint, generated, jsonb, text, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Json } from "../kernel/canonical-json.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { EventId } from "./event.ts";

/** Events not yet dispatched to the consumers. */
export const eventOutbox = table({
  name: "event_outbox",
  owner: "events",
  place: "coordinator",
  key: ["position"],
  columns: {
    position: generated(bigint()),
    tenantId: text<TenantId>(),
    network: text<Network>(),
    accountId: text<AccountId>(),
    sequence: bigint(),
    id: text<EventId>(),
    type: text(),
    data: jsonb<Json>(),
    createdAt: timestamptz(),
  },
});

/** Last event sequence of each account. */
export const eventSequences = table({
  name: "event_sequences",
  owner: "events",
  place: "distributed",
  key: ["tenantId", "network", "accountId"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    accountId: text<AccountId>(),
    lastSequence: bigint(),
  },
});

/** The event log, append-only. */
export const events = table({
  name: "events",
  owner: "events",
  place: "distributed",
  key: ["tenantId", "network", "accountId", "sequence"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    accountId: text<AccountId>(),
    /** 1, 2, 3 … per account and network, without gaps, in commit order. */
    sequence: bigint(),
    id: text<EventId>(),
    /** `<noun>.<past participle>`, such as `transfer.created`. */
    type: text(),
    data: jsonb<Json>(),
    createdAt: timestamptz(),
  },
});

/** All events of a tenant in dispatch order. */
export const tenantFeed = table({
  name: "tenant_feed",
  owner: "events",
  place: "distributed",
  key: ["tenantId", "network", "number"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    number: bigint(),
    accountId: text<AccountId>(),
    sequence: bigint(),
  },
});

/** Last number in the event feed of each tenant. */
export const tenantFeedNumbers = table({
  name: "tenant_feed_numbers",
  owner: "events",
  place: "distributed",
  key: ["tenantId", "network"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    lastNumber: bigint(),
  },
});
