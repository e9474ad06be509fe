import type { NewId } from "../../kernel/id.ts";
import { addMs, type Clock } from "../../kernel/instant.ts";
import { signedHeaders } from "../message/sign.ts";
import type { SendOutcome, WebhookSender } from "../sender.ts";
import type { AttemptReport } from "./attempt-report.ts";
import { afterFailure, afterSuccess, isGivenUp, isPaused, narrow, widen } from "./endpoint-health.ts";
import { type HeldQueue, type LoadedAttempt, setAside } from "./held-queue.ts";
import { evaluate, type Outcome } from "./outcome.ts";
import type { Settlement } from "./settle-store.ts";

/** Sends one attempt, and derives what its outcome means for the attempt and for its queue. */
export type Post = (queue: HeldQueue, attempt: LoadedAttempt) => Promise<Settlement>;

export interface SenderOptions {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly sender: Pick<WebhookSender, "send">;
  readonly random: () => number;
  readonly report: (report: AttemptReport) => void;
}

export function createPost(options: SenderOptions): Post {
  const { clock, sender, random, report } = options;
  return async (queue, attempt) => {
    const { url } = queue.taken;
    const { message, attemptNumber } = attempt;
    const headers = signedHeaders(message, queue.secrets, clock.now());
    const outcome = await sender.send({ url, headers, body: message.body });
    const hasMoved = url !== queue.taken.url;
    const decision = evaluate(outcome, { attemptNumber, hasMoved, random: random() });
    // A response of a URL that is no longer the subscription's says nothing about the new one.
    if (!hasMoved) learn(queue, outcome, decision, options);
    report({ status: decision.status, durationMs: outcome.durationMs, attemptNumber });
    return settlementOf(attempt, url, outcome, decision, options);
  };
}

function learn(
  queue: HeldQueue,
  outcome: SendOutcome,
  decision: Outcome,
  { clock, random }: SenderOptions,
): void {
  const now = clock.now();
  if (decision.status === "succeeded") {
    queue.health = afterSuccess();
    queue.window = widen(queue.window);
    return;
  }
  const retryAfterMs = outcome.type === "responded" ? outcome.retryAfterMs : undefined;
  queue.health = afterFailure(queue.health, { at: now, retryAfterMs, random: random() });
  queue.window = narrow(queue.window);
  if (decision.status === "exhausted" && decision.isGone) queue.disabling = "gone";
  else if (isGivenUp(queue.health, now)) queue.disabling ??= "failing";
  if (queue.disabling !== undefined || isPaused(queue.health, now)) setAside(queue);
}

function settlementOf(
  { tenantId, subscriptionId, id }: LoadedAttempt,
  requestUrl: string,
  outcome: SendOutcome,
  decision: Outcome,
  { clock, newId }: SenderOptions,
): Settlement {
  const endedAt = clock.now();
  const isResponded = outcome.type === "responded";
  return {
    tenantId,
    subscriptionId,
    id,
    requestUrl,
    endedAt,
    status: decision.status,
    statusCode: isResponded ? outcome.statusCode : undefined,
    failureMessage: decision.status === "succeeded" ? undefined : decision.failureMessage,
    durationMs: outcome.durationMs,
    excerpt: isResponded ? outcome.excerpt : undefined,
    next:
      decision.status === "failed"
        ? { id: newId<"webhook_attempt">(), dueAt: addMs(endedAt, decision.retryInMs) }
        : undefined,
  };
}
