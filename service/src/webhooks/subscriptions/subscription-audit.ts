import { auditing } from "../../audit/index.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { Subscription } from "./subscription.ts";

/** Only the host of the URL: the rest may contain keys. */
export const auditSubscription = auditing<Subscription>(
  ({ url, events, description, state, previousSecretUntil }) => ({
    url_host: hostOf(url),
    events: events.join(" "),
    description: description ?? null,
    status: state.status,
    disabled_reason: state.status === "disabled" ? state.because : null,
    previous_secret_valid_until:
      previousSecretUntil === undefined ? null : formatInstant(previousSecretUntil),
  }),
);

export function hostOf(url: string): string {
  return new URL(url).host;
}
