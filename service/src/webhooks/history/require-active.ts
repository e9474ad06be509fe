import { type Refusal, refuse } from "../../kernel/refusal.ts";
import type { Subscription } from "../subscriptions/subscription.ts";

/** Only active subscriptions are sent to, even on request. */
export function requireActive(subscription: Subscription): Subscription | Refusal {
  const { status } = subscription.state;
  return status === "active" ? subscription : refuse("conflict", `the subscription is ${status}`);
}
