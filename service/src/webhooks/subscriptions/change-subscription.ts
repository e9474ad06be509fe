import { addMs, type Instant } from "../../kernel/instant.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import type { DisabledReason, Subscription, SubscriptionState } from "./subscription.ts";

/** What is to be different; undefined stays as it is. */
export interface WantedChange {
  readonly url: string | undefined;
  readonly events: readonly string[] | undefined;
  /** Null takes it away. */
  readonly description: string | null | undefined;
  readonly status: "active" | "disabled" | undefined;
}

/** The subscription as it shall be, or why it cannot be so. */
export function changeSubscription(
  before: Subscription,
  { url = before.url, events = before.events, description = before.description, status }: WantedChange,
  now: Instant,
): Subscription | Refusal {
  if (before.state.status === "archived") return alreadyArchived;
  const state = stateAfter(before.state, status);
  return { ...before, url, events, description: description ?? undefined, state, updatedAt: now };
}

/** What is disabled for some reason stays so for that reason. */
function stateAfter(before: SubscriptionState, wanted: WantedChange["status"]): SubscriptionState {
  if (wanted === undefined || wanted === before.status) return before;
  return wanted === "active" ? { status: "active" } : { status: "disabled", because: "asked" };
}

export function archiveSubscription(before: Subscription, now: Instant): Subscription | Refusal {
  if (before.state.status === "archived") return alreadyArchived;
  return { ...before, state: { status: "archived" }, updatedAt: now };
}

/** The secret of today signs as well until the overlap is over; an older one ends now. */
export function rotateSecret(
  before: Subscription,
  { overlapSeconds, now }: { readonly overlapSeconds: number; readonly now: Instant },
): Subscription | Refusal {
  if (before.state.status === "archived") return alreadyArchived;
  const previousSecretUntil = overlapSeconds === 0 ? undefined : addMs(now, overlapSeconds * 1000);
  return { ...before, previousSecretUntil, updatedAt: now };
}

/** Undefined where there is nothing to stop. */
export function giveUpOn(
  before: Subscription,
  because: Exclude<DisabledReason, "asked">,
  now: Instant,
): Subscription | undefined {
  if (before.state.status !== "active") return undefined;
  return { ...before, state: { status: "disabled", because }, updatedAt: now };
}

const alreadyArchived = refuse("conflict", "the subscription is archived, which is final");

/** Disabled and archived ones do not count. */
export const maxActiveSubscriptions = 50;

export function refuseOneMore(active: number): Refusal | undefined {
  if (active < maxActiveSubscriptions) return undefined;
  return refuse(
    "conflict",
    `the account has ${maxActiveSubscriptions} active subscriptions, and there can be no more; archive or disable one first`,
  );
}

/** What the change means for the line in which deliveries wait: it is to be looked at anew, let alone, or as before. */
export function laneAfter(before: Subscription, after: Subscription): "open" | "closed" | "as it is" {
  const isActive = after.state.status === "active";
  // Another address has not failed yet.
  if (isActive && after.url !== before.url) return "open";
  if (after.state.status === before.state.status) return "as it is";
  return after.state.status === "disabled" ? "closed" : "open";
}
