import type { Json } from "../kernel/canonical-json.ts";
import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";

export type EventId = Id<"event">;

/** Something that happened to an account, said once and never changed. */
export interface Event {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
  /** 1, 2, 3 … for each account and network, without gaps, in the order of the commits. */
  readonly sequence: bigint;
  readonly id: EventId;
  /** `<noun>.<what happened>`, such as `transfer.created`. */
  readonly type: string;
  readonly data: Json;
  readonly createdAt: Instant;
}

export interface NewEvent {
  readonly accountId: AccountId;
  readonly type: string;
  readonly data: Json;
}

/** Whose events they are: one statement writes for one tenant, so that it can be done on the tenant's shard. */
export interface EventOwner {
  readonly tenantId: TenantId;
  readonly network: Network;
}
