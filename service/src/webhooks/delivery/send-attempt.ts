import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import { pauseAfterFailures } from "../../db/poll-loop.ts";
import { preferIndexes } from "../../db/prefer-indexes.ts";
import type { NewId } from "../../kernel/id.ts";
import { addMs, type Clock } from "../../kernel/instant.ts";
import { systemRandom } from "../../kernel/random.ts";
import { secretIdOf, signedHeaders } from "../message.ts";
import type { SendOutcome, TraceDelivery, WebhookSender } from "../sender.ts";
import { afterFailure, afterSuccess, isGivenUp, isPaused, narrow, widen } from "./endpoint-health.ts";
import { type EndpointQueue, type LoadedAttempt, setAside } from "./endpoint-queue.ts";
import { type Settlement, settleAttempts } from "./store.ts";

export interface SendOptions {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly sender: Pick<WebhookSender, "send">;
  readonly random: () => number;
  readonly report: (report: AttemptReport) => void;
  readonly trace?: TraceDelivery | undefined;
}

/** Data of an attempt for metrics. */
export interface AttemptReport {
  readonly status: Decision["status"];
  readonly durationMs: number;
  readonly attemptNumber: number;
}

/** Sends one attempt, and derives what its outcome means for the attempt and for its queue. */
export async function sendAttempt(
  options: SendOptions,
  queue: EndpointQueue,
  attempt: LoadedAttempt,
): Promise<Settlement> {
  const { clock, sender, random, report } = options;
  const { url } = queue.taken;
  const { message, attemptNumber } = attempt;
  const span = options.trace?.(message.subject);
  const { secrets } = queue;
  const sentAt = clock.now();
  const headers = { ...signedHeaders(message, secrets, sentAt), ...span?.headers };
  const outcome = await sender.send({ url, headers, body: message.body });
  span?.end(outcome);
  const hasMoved = url !== queue.taken.url;
  const decision = evaluate(outcome, { attemptNumber, hasMoved, random: random() });
  // A response of a URL that is no longer the subscription's says nothing about the new one.
  if (!hasMoved) learn(queue, outcome, decision, options);
  report({ status: decision.status, durationMs: outcome.durationMs, attemptNumber });
  const signing = { sentAt, secretIds: secrets.map(secretIdOf) };
  return { ...settlementOf(attempt, url, outcome, decision, options), ...signing };
}

/** What the outcome of an attempt means. */
export type Decision =
  | { readonly status: "succeeded" }
  | { readonly status: "failed"; readonly failureMessage: string; readonly retryInMs: number }
  | { readonly status: "exhausted"; readonly failureMessage: string; readonly isGone: boolean };

interface Evaluated {
  readonly attemptNumber: number;
  /** In [0, 1). */
  readonly random: number;
  /** The subscription has another URL by now, so its endpoint is not gone. */
  readonly hasMoved?: boolean;
}

export const statusGone = 410;

/** Only 2xx counts as received. A redirect is a failure: redirects are not followed. */
export function evaluate(
  outcome: SendOutcome,
  { attemptNumber, random, hasMoved = false }: Evaluated,
): Decision {
  const isResponded = outcome.type === "responded";
  if (isResponded && outcome.statusCode >= 200 && outcome.statusCode < 300) return { status: "succeeded" };
  const failureMessage = isResponded ? `HTTP ${outcome.statusCode}` : outcome.message;
  if (isResponded && outcome.statusCode === statusGone && !hasMoved) {
    return { status: "exhausted", failureMessage, isGone: true };
  }
  const retryInMs = delayAfter(attemptNumber, isResponded ? outcome.retryAfterMs : undefined, random);
  return retryInMs === undefined
    ? { status: "exhausted", failureMessage, isGone: false }
    : { status: "failed", failureMessage, retryInMs };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Delay after each failed attempt; about three days in total. */
export const retryDelaysMs: readonly number[] = [
  5_000,
  30_000,
  2 * minuteMs,
  10 * minuteMs,
  hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
];

const maxRequestedDelayMs = 24 * hourMs;
/** Jitter of a tenth, so that attempts that failed together are not retried together. */
const jitter = 0.1;

/** Undefined after the last attempt. `Retry-After` may delay an attempt, up to a day, and never makes it earlier. */
export function delayAfter(
  attemptNumber: number,
  retryAfterMs: number | undefined,
  random: number,
): number | undefined {
  const plannedMs = retryDelaysMs[attemptNumber - 1];
  if (plannedMs === undefined) return undefined;
  const requestedMs = Math.min(retryAfterMs ?? 0, maxRequestedDelayMs);
  return Math.round(Math.max(plannedMs, requestedMs) * (1 + jitter * random));
}

function learn(
  queue: EndpointQueue,
  outcome: SendOutcome,
  decision: Decision,
  { clock, random }: SendOptions,
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
  { tenantId, subscriptionId, id, place }: LoadedAttempt,
  requestUrl: string,
  outcome: SendOutcome,
  decision: Decision,
  { clock, newId }: SendOptions,
): Omit<Settlement, "sentAt" | "secretIds"> {
  const endedAt = clock.now();
  const isResponded = outcome.type === "responded";
  return {
    tenantId,
    subscriptionId,
    id,
    place,
    requestUrl,
    endedAt,
    status: decision.status,
    statusCode: isResponded ? outcome.statusCode : undefined,
    failureMessage: decision.status === "succeeded" ? undefined : decision.failureMessage,
    durationMs: outcome.durationMs,
    excerpt: isResponded ? outcome.excerpt : undefined,
    responseHeaders: isResponded ? outcome.headers : undefined,
    next:
      decision.status === "failed"
        ? { id: newId<"webhook_attempt">(), dueAt: addMs(endedAt, decision.retryInMs) }
        : undefined,
  };
}

/** An attempt with its result, whose slot is taken until the result is written. */
export interface Sent {
  readonly queue: EndpointQueue;
  readonly isTroubled: boolean;
  readonly settlement: Settlement;
}

/** Writes the results of attempts in batches: results that arrive during a write form the next batch. */
export interface ResultWriter {
  add(sent: Sent): void;
  /** Resolves when everything added is written. */
  drained(): Promise<void>;
  /** Drops results that cannot be written: the next holder of the queues makes those attempts again. */
  abandon(): void;
}

interface ResultWriterOptions {
  readonly database: Database;
  readonly onWritten: (sent: readonly Sent[]) => void;
  readonly onError: (error: unknown) => void;
}

const maxBatch = 500;

export function createResultWriter({ database, onWritten, onError }: ResultWriterOptions): ResultWriter {
  const abandoning = new AbortController();
  let waiting: Sent[] = [];
  let writing: Promise<void> | undefined;

  const writeOnce = async (batch: readonly Settlement[]): Promise<void> => {
    for (let failures = 0; !abandoning.signal.aborted; ) {
      try {
        await database.transaction((tx) => {
          preferIndexes(tx);
          return settleAttempts(tx, batch);
        });
        return;
      } catch (error) {
        failures += 1;
        onError(error);
        const pauseMs = pauseAfterFailures(failures, systemRandom());
        await sleep(pauseMs, undefined, { signal: abandoning.signal }).catch(() => undefined);
      }
    }
  };
  const writeAll = async (): Promise<void> => {
    // Results of the same turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      await writeOnce(batch.map(({ settlement }) => settlement));
      onWritten(batch);
    }
    writing = undefined;
  };

  return {
    add: (sent) => {
      waiting.push(sent);
      writing ??= writeAll();
    },
    drained: async () => {
      while (writing !== undefined) await writing;
    },
    abandon: () => abandoning.abort(),
  };
}
