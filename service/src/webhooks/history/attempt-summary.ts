import type { RowOf } from "../../db/table.ts";
import type { Instant } from "../../kernel/instant.ts";
import { statusGone } from "../delivery/send-attempt.ts";
import { archivedMessage } from "../delivery/store.ts";
import type { webhookAttempts } from "../tables.ts";

export const attemptStatuses = ["pending", "succeeded", "failed", "exhausted"] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

export const attemptReasons = ["event", "replay", "resend", "test"] as const;
export type AttemptReason = (typeof attemptReasons)[number];

/** An attempt in the history, whether it was made or is still to be made. The API calls it a delivery. */
export type AttemptSummary = PendingAttempt | MadeAttempt;

type AttemptFields = Pick<
  RowOf<typeof webhookAttempts>,
  "id" | "subscriptionId" | "eventId" | "eventType" | "reason" | "attemptNumber" | "requestUrl" | "insertedAt"
>;

export interface PendingAttempt extends AttemptFields {
  readonly status: "pending";
  readonly dueAt: Instant;
}

export interface MadeAttempt extends AttemptFields {
  readonly status: Exclude<AttemptStatus, "pending">;
  /** Undefined without a response. */
  readonly statusCode: number | undefined;
  /** Undefined where it succeeded. */
  readonly failureMessage: string | undefined;
  readonly durationMs: number;
  readonly excerpt: string | undefined;
  /** After a failure: when the next one is due, while it is queued. */
  readonly nextAttemptAt: Instant | undefined;
}

/** How an attempt was signed, and which headers came back. Of older attempts it is not known. */
export interface AttemptDetails {
  /** The time in the signature. */
  readonly sentAt: Instant | undefined;
  /** Of the secrets that signed it, the current one first. */
  readonly secretIds: readonly string[];
  readonly responseHeaders: Readonly<Record<string, string>> | undefined;
}

/** Whether it failed in a way that is retried, also if it was the last attempt: not with 410, and not unsent. */
export function isRetriable(attempt: AttemptSummary): boolean {
  switch (attempt.status) {
    case "pending":
    case "succeeded":
      return false;
    case "failed":
      return true;
    case "exhausted":
      return attempt.statusCode !== statusGone && attempt.failureMessage !== archivedMessage;
  }
}
