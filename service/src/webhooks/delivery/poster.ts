import type { NewId } from "../../kernel/id.ts";
import { addMs, type Clock } from "../../kernel/instant.ts";
import { signedHeaders } from "../message/sign.ts";
import type { SendOutcome, WebhookSender } from "../sender.ts";
import type { AttemptReport } from "./attempt-report.ts";
import { type HeldLane, type LoadedAttempt, setAside } from "./held-lane.ts";
import { afterFailure, afterSuccess, isGivenUp, isPaused, narrow, widen } from "./lane-health.ts";
import type { Settlement } from "./settle-store.ts";
import { judge, type Verdict } from "./verdict.ts";

/** Sends one attempt, and says what its outcome means for the attempt and for its lane. */
export type Post = (lane: HeldLane, attempt: LoadedAttempt) => Promise<Settlement>;

export interface PosterOptions {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly sender: Pick<WebhookSender, "send">;
  readonly random: () => number;
  readonly report: (report: AttemptReport) => void;
}

export function createPost(options: PosterOptions): Post {
  const { clock, sender, random, report } = options;
  return async (lane, attempt) => {
    const { url } = lane.taken;
    const { message, attemptNumber } = attempt;
    const headers = signedHeaders(message, lane.secrets, clock.now());
    const outcome = await sender.send({ url, headers, body: message.body });
    const hasMoved = url !== lane.taken.url;
    const verdict = judge(outcome, { attemptNumber, hasMoved, random: random() });
    // What an address says that is not the lane's any more tells nothing about the new one.
    if (!hasMoved) learn(lane, outcome, verdict, options);
    report({ status: verdict.status, durationMs: outcome.durationMs, attemptNumber });
    return settlementOf(attempt, url, outcome, verdict, options);
  };
}

function learn(
  lane: HeldLane,
  outcome: SendOutcome,
  verdict: Verdict,
  { clock, random }: PosterOptions,
): void {
  const now = clock.now();
  if (verdict.status === "succeeded") {
    lane.health = afterSuccess();
    lane.window = widen(lane.window);
    return;
  }
  const retryAfterMs = outcome.type === "answered" ? outcome.retryAfterMs : undefined;
  lane.health = afterFailure(lane.health, { at: now, retryAfterMs, random: random() });
  lane.window = narrow(lane.window);
  if (verdict.status === "exhausted" && verdict.isGone) lane.disabling = "gone";
  else if (isGivenUp(lane.health, now)) lane.disabling ??= "failing";
  if (lane.disabling !== undefined || isPaused(lane.health, now)) setAside(lane);
}

function settlementOf(
  { tenantId, subscriptionId, id }: LoadedAttempt,
  requestUrl: string,
  outcome: SendOutcome,
  verdict: Verdict,
  { clock, newId }: PosterOptions,
): Settlement {
  const endedAt = clock.now();
  const isAnswered = outcome.type === "answered";
  return {
    tenantId,
    subscriptionId,
    id,
    requestUrl,
    endedAt,
    status: verdict.status,
    statusCode: isAnswered ? outcome.statusCode : undefined,
    failureMessage: verdict.status === "succeeded" ? undefined : verdict.failureMessage,
    durationMs: outcome.durationMs,
    excerpt: isAnswered ? outcome.excerpt : undefined,
    next:
      verdict.status === "failed"
        ? { id: newId<"webhook_attempt">(), dueAt: addMs(endedAt, verdict.retryInMs) }
        : undefined,
  };
}
