import { formatInstant } from "../../kernel/instant.ts";
import type { AlertChannel } from "../channel.ts";
import { postJson } from "../post-json.ts";

const maxSummaryLength = 1_024;

/** PagerDuty's Events API v2. The deduplication key makes a repeated event harmless. */
export function createPagerDutyChannel({
  url,
  routingKey,
  source,
}: {
  readonly url: string;
  readonly routingKey: string;
  /** The host of this deployment. */
  readonly source: string;
}): AlertChannel {
  return {
    name: "pagerduty",
    send: ({ alert, change, url: page }, signal) => {
      const { id, name, severity, summary, openedAt } = alert;
      const common = { routing_key: routingKey, dedup_key: `florin/${id}` };
      const event =
        change === "resolved"
          ? { ...common, event_action: "resolve" }
          : {
              ...common,
              event_action: "trigger",
              client: "Florin",
              client_url: page,
              payload: {
                summary: summary.slice(0, maxSummaryLength),
                source,
                severity,
                timestamp: formatInstant(openedAt),
                class: name,
              },
            };
      return postJson({ name: "PagerDuty", url: `${url}/v2/enqueue` }, event, signal);
    },
  };
}
