import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import type { FailureReason } from "../chain.ts";
import {
  type Attempt,
  buryAttempts,
  buryAttemptsOf,
  clearDoubts,
  insertAttempts,
  markAttemptsDoubted,
  markAttemptsForgotten,
  markAttemptsIncluded,
} from "./attempt-store.ts";
import { batchSize, type EngineDeps, maxFailures } from "./engine-deps.ts";
import { tryAgainOrFail } from "./give-up.ts";
import { type Judgement, judgeStatus } from "./judge-status.ts";
import type { LaneAddresses } from "./lane-addresses.ts";
import type { Requeued } from "./requeue.ts";
import { type EndedWork, failedOutcome, settleWork } from "./settle-work.ts";
import { requeueWork, type StoredWork, selectWork, updateWorkStates } from "./work-store.ts";

interface Judged {
  readonly attempt: Attempt;
  readonly judgement: Judgement;
}

/** What the watch has found. */
export interface Watched {
  /** Whether anything changed. */
  readonly hasNews: boolean;
  /** Attempts whose bytes are to be sent again. */
  readonly resend: ReadonlySet<Attempt>;
}

const firstRestMs = 1_000;
const maxRestMs = 60_000;

/** Asks the chain about everything that was sent, and acts on what it says. */
export async function watchAttempts(
  deps: EngineDeps,
  live: readonly Attempt[],
  addresses: LaneAddresses,
): Promise<Watched> {
  const sent = live.filter(({ state }) => state === "sent" || state === "included");
  if (sent.length === 0) return { hasNews: false, resend: new Set() };
  const judged = await judgeAll(deps, { sent, live }, addresses);
  await deps.checkpoint("looked");
  const ends = endsOf(judged);
  const ended = new Set(ends.map(({ attempt }) => attempt.workId));
  const open = judged.filter(({ attempt }) => !ended.has(attempt.workId));
  const changes = open.filter(({ attempt, judgement }) => isChange(attempt, judgement));
  if (changes.length > 0) await note(deps, changes, live);
  await deps.checkpoint("noted");
  const endedCount = await end(deps, ends);
  return {
    hasNews: endedCount > 0 || changes.length > 0,
    resend: new Set(open.filter(({ judgement }) => isResend(judgement)).map(({ attempt }) => attempt)),
  };
}

async function judgeAll(
  { chain, clock, patience }: EngineDeps,
  { sent, live }: { readonly sent: readonly Attempt[]; readonly live: readonly Attempt[] },
  addresses: LaneAddresses,
): Promise<readonly Judged[]> {
  const latest = latestNumbers(live);
  const judged: Judged[] = [];
  for (let from = 0; from < sent.length; from += batchSize) {
    const chunk = sent.slice(from, from + batchSize);
    const questions = await Promise.all(chunk.map((attempt) => questionOf(attempt, addresses)));
    const statuses = await chain.statuses(questions);
    assert(statuses.length === chunk.length, "a chain answers each question");
    chunk.forEach((attempt, place) => {
      const status = statuses[place];
      assert(status !== undefined, "a chain answers each question");
      const isLatest = latest.get(attempt.workId) === attempt.number;
      judged.push({
        attempt,
        judgement: judgeStatus(attempt, status, { now: clock.now(), isLatest, patience }),
      });
    });
  }
  return judged;
}

async function questionOf(attempt: Attempt, addresses: LaneAddresses) {
  const { transactionId, expiresAtHeight, sequence } = attempt;
  assert(transactionId !== undefined, "what was sent has its id");
  const key = { duty: attempt.laneDuty, index: attempt.laneIndex };
  return { transactionId, expiresAtHeight, lane: { key, address: await addresses.of(key), sequence } };
}

function latestNumbers(attempts: readonly Attempt[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  for (const { workId, number } of attempts) {
    latest.set(workId, Math.max(number, latest.get(workId) ?? 0));
  }
  return latest;
}

type End = {
  readonly attempt: Attempt;
  readonly judgement: Extract<Judgement, { type: "succeeded" | "failed" }>;
};

/** At most one for each work: of transactions with one sequence, the chain includes one. */
function endsOf(judged: readonly Judged[]): readonly End[] {
  const ends = new Map<string, End>();
  for (const { attempt, judgement } of judged) {
    if (judgement.type === "succeeded") ends.set(attempt.workId, { attempt, judgement });
    if (judgement.type === "failed" && !ends.has(attempt.workId))
      ends.set(attempt.workId, { attempt, judgement });
  }
  return [...ends.values()];
}

function isChange(attempt: Attempt, { type }: Judgement): boolean {
  switch (type) {
    case "included":
      return attempt.state !== "included" || attempt.doubtedAt !== undefined;
    case "forgotten":
    case "doubt":
    case "trust":
    case "dead":
    case "reprice":
      return true;
    case "wait":
    case "resend":
    case "succeeded":
    case "failed":
      return false;
  }
}

function isResend({ type }: Judgement): boolean {
  return type === "resend" || type === "forgotten";
}

/** Writes down what was seen of work that is not at its end. */
async function note(deps: EngineDeps, changes: readonly Judged[], live: readonly Attempt[]): Promise<void> {
  const of = (type: Judgement["type"]): readonly Attempt[] =>
    changes.filter(({ judgement }) => judgement.type === type).map(({ attempt }) => attempt);
  const dead = changes.flatMap(({ attempt, judgement }) =>
    judgement.type === "dead" ? [{ attempt, because: judgement.because }] : [],
  );
  const lonely = withoutAttempt(dead, live);
  const { database, lease, clock, chain, report } = deps;
  const now = clock.now();
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await noteIncluded(tx, changes, now);
    await markAttemptsForgotten(tx, of("forgotten"));
    await updateWorkStates(
      tx,
      of("forgotten").map(({ workId }) => ({ id: workId, state: "sending" as const })),
      now,
    );
    await markAttemptsDoubted(tx, of("doubt"), now);
    await clearDoubts(tx, of("trust"));
    await insertAttempts(tx, chain.key, of("reprice"), now);
    await buryAttempts(tx, dead);
    await requeueWork(
      tx,
      lonely.filter(({ attempt }) => attempt.rejected === undefined).map(restOf(now)),
      now,
    );
  });
  const rejected = lonely.flatMap(({ attempt }) =>
    attempt.rejected === undefined ? [] : [{ attempt, detail: attempt.rejected }],
  );
  await tryAgainOrFail(deps, rejected);
  for (const { workId } of of("forgotten")) report({ type: "forgotten", workId });
  for (const { workId, number } of of("reprice")) report({ type: "repriced", workId, attempts: number });
  for (const { attempt, because } of dead) report({ type: "tried-again", workId: attempt.workId, because });
}

async function noteIncluded(tx: Transaction, changes: readonly Judged[], now: Instant): Promise<void> {
  const included = changes.flatMap(({ attempt, judgement }) =>
    judgement.type === "included"
      ? [{ attempt, height: judgement.height, blockHash: judgement.blockHash }]
      : [],
  );
  await markAttemptsIncluded(tx, included);
  await updateWorkStates(
    tx,
    included.map(({ attempt }) => ({ id: attempt.workId, state: "included" as const })),
    now,
  );
}

interface Dead {
  readonly attempt: Attempt;
  readonly because: "expired" | "replaced";
}

/** The last dead of work that has no transaction any more; it gets another. */
function withoutAttempt(dead: readonly Dead[], live: readonly Attempt[]): readonly Dead[] {
  const buried = new Set(dead.map(({ attempt }) => attempt));
  const alive = new Set(live.filter((attempt) => !buried.has(attempt)).map(({ workId }) => workId));
  const last = new Map<string, Dead>();
  for (const one of dead) {
    const { workId, number } = one.attempt;
    const earlier = last.get(workId);
    if (!alive.has(workId) && (earlier === undefined || earlier.attempt.number < number))
      last.set(workId, one);
  }
  return [...last.values()];
}

/** The more often it was tried, the longer it rests. */
function restOf(now: Instant): (dead: Dead) => Requeued {
  return ({ attempt: { workId, number } }) => ({
    id: workId,
    hasFailed: false,
    notBefore: addMs(now, Math.min(maxRestMs, firstRestMs * 2 ** Math.min(number - 1, 10))),
  });
}

/** Answers how much of it came to its end, or goes on; the rest could not be settled yet. */
async function end(deps: EngineDeps, ends: readonly End[]): Promise<number> {
  const succeeded = ends.flatMap(({ attempt, judgement }): EndedWork[] => {
    const { transactionId, contract } = attempt;
    if (judgement.type !== "succeeded" || attempt.isFiller || transactionId === undefined) return [];
    return [{ workId: attempt.workId, outcome: { ok: true, transactionId, contract } }];
  });
  const settled = await settleWork(deps, succeeded);
  const fruitless = ends.flatMap(({ attempt, judgement }) => {
    if (judgement.type === "failed") return [{ attempt, failure: judgement }];
    return attempt.isFiller ? [{ attempt, failure: usedUp }] : [];
  });
  return settled + (await tryAgain(deps, fruitless));
}

interface Failure {
  readonly reason: FailureReason;
  readonly detail: string;
}

const usedUp: Failure = { reason: "rejected", detail: "no node would take its transaction" };

/**
 * Its transaction is on the chain and did nothing, so another is safe. The check will tell whether it can succeed now;
 * after a few times the work has failed.
 */
async function tryAgain(
  deps: EngineDeps,
  fruitless: readonly { readonly attempt: Attempt; readonly failure: Failure }[],
): Promise<number> {
  if (fruitless.length === 0) return 0;
  const failures = new Map(fruitless.map(({ attempt, failure }) => [attempt.workId, { attempt, failure }]));
  const work = await selectWork(deps.database, [...failures.keys()]);
  // A reference that is used was used by ourselves: the check finds out by which transaction.
  const isAgain = ({ id, failures: before }: StoredWork): boolean =>
    before + 1 < maxFailures || failures.get(id)?.failure.reason === "reference_used";
  const again = work.filter(isAgain).map(({ id }) => id);
  const { database, lease, clock } = deps;
  const now = clock.now();
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await buryAttemptsOf(tx, again, "failed");
    await requeueWork(
      tx,
      again.map((id) => ({ id, hasFailed: true, notBefore: addMs(now, firstRestMs) })),
      now,
    );
  });
  const over = work.filter(({ id }) => !again.includes(id));
  const failed = await settleWork(
    deps,
    over.flatMap(({ id }) => {
      const last = failures.get(id);
      if (last === undefined) return [];
      const { reason, detail } = last.failure;
      return [{ workId: id, outcome: failedOutcome(reason, detail, last.attempt.transactionId) }];
    }),
  );
  return again.length + failed;
}
