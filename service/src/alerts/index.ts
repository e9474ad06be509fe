export type { Alert, Condition, Severity } from "./alert.ts";
export type { AlertChange, AlertChannel } from "./channel.ts";
export { alertWork } from "./check-alerts.ts";
export { deliverAlertJob } from "./deliver-alert.ts";
