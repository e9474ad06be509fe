import type { Event, EventOwner } from "../../events/index.ts";
import type { AccountId } from "../../kernel/id.ts";

/**
 * Events in one order, numbered 1, 2, 3 … without gaps: the log of one account by its sequence or, without an account,
 * all events of a tenant in dispatch order.
 */
export interface Feed extends EventOwner {
  readonly accountId: AccountId | undefined;
}

export interface FeedEvent {
  readonly position: bigint;
  readonly event: Event;
}

/** Equal for the same feed. */
export function keyOf({ tenantId, network, accountId }: Feed): string {
  return [tenantId, network, accountId ?? "all"].join("/");
}
