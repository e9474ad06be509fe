import { converted, matching, oneOf, optional, type ValuesOf, withDefault } from "./setting.ts";
import { isLoopbackUrl, parseWebAddress } from "./web-address.ts";

/** Contains a secret, so problems never repeat the value. */
const secureUrl = converted((text) => {
  const url = parseWebAddress(text);
  return url !== undefined && (url.startsWith("https:") || isLoopbackUrl(url)) ? url : undefined;
}, "must be an https URL, without credentials, query or fragment");

export const alertVariables = {
  ALERT_SLACK_URL: optional(secureUrl),
  ALERT_PAGERDUTY_KEY: optional(
    matching(/^[A-Za-z0-9]{20,64}$/, "must be the integration key of an Events API v2 integration"),
  ),
  ALERT_PAGERDUTY_URL: withDefault(secureUrl, "https://events.pagerduty.com"),
  ALERT_MIN_SEVERITY: withDefault(
    oneOf(["info", "warning", "error", "critical"], "must be info, warning, error or critical"),
    "warning",
  ),
};

export function alertSettingsOf(env: ValuesOf<typeof alertVariables>) {
  const key = env.ALERT_PAGERDUTY_KEY;
  return {
    slackUrl: env.ALERT_SLACK_URL,
    pagerDuty: { routingKey: key, url: env.ALERT_PAGERDUTY_URL },
    minSeverity: env.ALERT_MIN_SEVERITY,
  };
}
