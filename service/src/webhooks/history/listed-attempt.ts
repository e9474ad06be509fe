import type { EventId } from "../../events/index.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { AttemptId } from "../delivery/queue-store.ts";
import type { SubscriptionId } from "../subscriptions/subscription.ts";

export const attemptStatuses = ["pending", "succeeded", "failed", "exhausted"] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

export const attemptReasons = ["event", "replay", "resend", "test"] as const;
export type AttemptReason = (typeof attemptReasons)[number];

/** An attempt as it stands in the history, whether it was made or is still to be made. The API calls it a delivery. */
export type ListedAttempt = PendingAttempt | MadeAttempt;

interface AttemptFields {
  readonly id: AttemptId;
  readonly subscriptionId: SubscriptionId;
  readonly eventId: EventId;
  readonly eventType: string;
  readonly reason: AttemptReason;
  readonly attemptNumber: number;
  /** Where it goes, or went. */
  readonly requestUrl: string;
  readonly insertedAt: Instant;
}

export interface PendingAttempt extends AttemptFields {
  readonly status: "pending";
  readonly dueAt: Instant;
}

export interface MadeAttempt extends AttemptFields {
  readonly status: Exclude<AttemptStatus, "pending">;
  /** Undefined where nobody answered. */
  readonly statusCode: number | undefined;
  /** Undefined where it succeeded. */
  readonly failureMessage: string | undefined;
  readonly durationMs: number;
  readonly excerpt: string | undefined;
  /** Where it failed: when the next one is due. */
  readonly nextAttemptAt: Instant | undefined;
  /** Whether that next one still waits in line. */
  readonly isNextWaiting: boolean;
}

/** Whether a further attempt is planned: no longer when it was made, or will not be. */
export function isRetriable(attempt: ListedAttempt): boolean {
  switch (attempt.status) {
    case "pending":
      return true;
    case "failed":
      return attempt.isNextWaiting;
    case "succeeded":
    case "exhausted":
      return false;
  }
}
