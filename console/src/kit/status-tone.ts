import { plainWords } from "./plain-words.ts";

export type StatusTone = "good" | "moving" | "waiting" | "bad" | "neutral";

const words: Readonly<Record<Exclude<StatusTone, "neutral">, readonly string[]>> = {
  good: [
    "active",
    "approved",
    "ok",
    "complete",
    "completed",
    "confirmed",
    "settled",
    "succeeded",
    "success",
    "delivered",
    "matched",
    "released",
    "enabled",
    "paid",
    "posted",
    "verified",
    "done",
    "healthy",
    "finalized",
    "linked",
    "ready",
    "resolved",
    "credited",
    "issued",
    "final",
    "minted",
    "accepted",
    "executed",
    "open",
  ],
  moving: [
    "pending",
    "processing",
    "submitted",
    "created",
    "sent",
    "signed",
    "included",
    "filed",
    "running",
    "queued",
    "prepared",
    "in_progress",
    "retrying",
    "started",
    "scheduled",
    "deploying",
    "originated",
    "initiated",
    "broadcast",
    "new",
    "staged",
    "accumulating",
  ],
  waiting: [
    "held",
    "on_hold",
    "in_review",
    "review",
    "under_review",
    "waiting",
    "needs_attention",
    "action_required",
    "paused",
    "attention",
    "stale",
    "incomplete",
    "awaiting_documents",
    "unresolved",
    "warning",
    "suspense",
    "flagged",
    "testnet",
  ],
  bad: [
    "failed",
    "rejected",
    "returned",
    "reversed",
    "frozen",
    "disabled",
    "dead",
    "error",
    "revoked",
    "expired",
    "blocked",
    "refused",
    "unhealthy",
    "declined",
    "mismatch",
    "denied",
    "suspended",
    "exhausted",
    "broken",
  ],
};

const tones = new Map(
  (["good", "moving", "waiting", "bad"] as const).flatMap((tone) =>
    words[tone].map((word) => [word, tone] as const),
  ),
);

/** Color and icon of a status; statuses with the same meaning look the same. */
export function toneOf(status: string): StatusTone {
  return tones.get(status.toLowerCase()) ?? "neutral";
}

/** Converts a status to a label: `in_review` becomes "In review". */
export function statusWords(status: string): string {
  const text = plainWords(status);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
