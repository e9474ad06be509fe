import { addMs, type Instant } from "../../kernel/instant.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import type { DisabledReason, Subscription, SubscriptionState } from "./subscription.ts";

/** The requested changes; undefined fields stay as they are. */
export interface RequestedChange {
  readonly url: string | undefined;
  readonly events: readonly string[] | undefined;
  /** Null removes it. */
  readonly description: string | null | undefined;
  readonly status: "active" | "disabled" | undefined;
}

/** The subscription after the change, or why it is refused. */
export function changeSubscription(
  before: Subscription,
  { url = before.url, events = before.events, description = before.description, status }: RequestedChange,
  now: Instant,
): Subscription | Refusal {
  if (before.state.status === "archived") return alreadyArchived;
  if (before.addressId !== undefined && events !== before.events) return refuseAnyEvents;
  const state = stateAfter(before.state, status);
  return { ...before, url, events, description: description ?? undefined, state, updatedAt: now };
}

/** A disabled subscription keeps its reason. */
function stateAfter(before: SubscriptionState, requested: RequestedChange["status"]): SubscriptionState {
  if (requested === undefined || requested === before.status) return before;
  return requested === "active" ? { status: "active" } : { status: "disabled", because: "requested" };
}

export function archiveSubscription(before: Subscription, now: Instant): Subscription | Refusal {
  if (before.state.status === "archived") return alreadyArchived;
  return { ...before, state: { status: "archived" }, updatedAt: now };
}

/** The current secret keeps signing until the overlap is over; an older one expires now. */
export function rotateSecret(
  before: Subscription,
  { overlapSeconds, now }: { readonly overlapSeconds: number; readonly now: Instant },
): Subscription | Refusal {
  if (before.state.status === "archived") return alreadyArchived;
  const previousSecretUntil = overlapSeconds === 0 ? undefined : addMs(now, overlapSeconds * 1000);
  return { ...before, previousSecretUntil, updatedAt: now };
}

/** Undefined when it is not active. */
export function giveUpOn(
  before: Subscription,
  because: Exclude<DisabledReason, "requested">,
  now: Instant,
): Subscription | undefined {
  if (before.state.status !== "active") return undefined;
  return { ...before, state: { status: "disabled", because }, updatedAt: now };
}

const fixedEvents = "cannot be changed: the customer of a bank address gets only its updates";
const refuseAnyEvents = refuse("unprocessable", `/events ${fixedEvents}`, {
  errors: [{ pointer: "/events", detail: fixedEvents }],
});
const alreadyArchived = refuse("conflict", "the subscription is archived and cannot be changed");

/** Disabled and archived ones do not count. */
export const maxActiveSubscriptions = 50;

export function refuseOneMore(active: number): Refusal | undefined {
  if (active < maxActiveSubscriptions) return undefined;
  return refuse(
    "conflict",
    `the account already has ${maxActiveSubscriptions} active subscriptions, the maximum; archive or disable one first`,
  );
}

/** What the change means for the endpoint queue: reset it, close it, or leave it. */
export function queueAfter(before: Subscription, after: Subscription): "open" | "closed" | "as it is" {
  const isActive = after.state.status === "active";
  // A new URL has not failed yet.
  if (isActive && after.url !== before.url) return "open";
  if (after.state.status === before.state.status) return "as it is";
  return after.state.status === "disabled" ? "closed" : "open";
}
