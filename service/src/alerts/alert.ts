import type { RowOf } from "../db/table.ts";
import type { Id } from "../kernel/id.ts";
import type { alerts } from "./tables.ts";

export type AlertId = Id<"alert">;

/** Those of PagerDuty's Events API v2, least severe first. */
const severities = ["info", "warning", "error", "critical"] as const;
export type Severity = (typeof severities)[number];

/** One occurrence of a condition. */
export type Alert = RowOf<typeof alerts>;

/** A condition that may need attention, as it is now. */
export interface Condition extends Pick<Alert, "name" | "severity" | "summary"> {
  /** `unknown`: it could not be read, so an open alert stays open. */
  readonly state: "active" | "clear" | "unknown";
}

export interface AlertChanges {
  readonly opened: readonly Condition[];
  readonly resolved: readonly Alert[];
}

/** What changes, from the open alerts to the conditions. A condition that is not among them any more is resolved. */
export function decideAlerts(
  open: readonly Alert[],
  conditions: readonly Condition[],
  minSeverity: Severity,
): AlertChanges {
  const least = severities.indexOf(minSeverity);
  const states = new Map(conditions.map((condition) => [condition.name, condition.state]));
  const names = new Set(open.map(({ name }) => name));
  return {
    opened: conditions.filter(
      ({ name, state, severity }) =>
        state === "active" && !names.has(name) && severities.indexOf(severity) >= least,
    ),
    resolved: open.filter(({ name }) => (states.get(name) ?? "clear") === "clear"),
  };
}
