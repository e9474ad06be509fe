import type { Json } from "../kernel/canonical-json.ts";
import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";

export type EventId = Id<"event">;

/** A change to something an account owns; recorded once and never modified. */
export interface Event {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
  /** 1, 2, 3 … per account and network, without gaps, in commit order. */
  readonly sequence: bigint;
  readonly id: EventId;
  /** `<noun>.<past participle>`, such as `transfer.created`. */
  readonly type: string;
  readonly data: Json;
  readonly createdAt: Instant;
}

export interface NewEvent {
  readonly accountId: AccountId;
  readonly type: string;
  readonly data: Json;
}

/** The tenant of the events: one statement writes for one tenant, so that it can run on the tenant's shard. */
export interface EventOwner {
  readonly tenantId: TenantId;
  readonly network: Network;
}
