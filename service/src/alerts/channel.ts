import type { Alert } from "./alert.ts";

export type AlertChange = "opened" | "resolved";

/** An alert for a receiver outside the deployment. */
export interface AlertMessage {
  readonly alert: Alert;
  readonly change: AlertChange;
  /** The console page with what needs attention. */
  readonly url: string;
}

/** Where alerts are sent: a port. */
export interface AlertChannel {
  readonly name: string;
  /** Resolves when the receiver has it; rejects otherwise, also if that is not known, and then it is sent again. */
  send(message: AlertMessage, signal: AbortSignal): Promise<void>;
}
