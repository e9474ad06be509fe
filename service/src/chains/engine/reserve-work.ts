import { assert } from "../../kernel/assert.ts";
import { addMs } from "../../kernel/instant.ts";
import type { CheckOutcome } from "../chain.ts";
import { type KeyRef, keyName } from "../signer.ts";
import { chooseSenderQueues } from "./choose-sender-queues.ts";
import { eachOf } from "./each-of.ts";
import { batchSize, type EngineDeps, nodeConcurrency, portionSize } from "./engine-deps.ts";
import type { SenderQueueAddresses } from "./sender-queue-addresses.ts";
import { saveNextSequences, selectNextSequences } from "./sender-queue-store.ts";
import { type EndedWork, failedOutcome, settleWork } from "./settle-work.ts";
import {
  countSubmissions,
  insertSubmissions,
  reviveSubmissions,
  type Submission,
} from "./submission-store.ts";
import { noteRefused, type StoredWork, selectQueuedWork, updateWorkStates } from "./work-store.ts";

/** An operation that passed the check, and its sender queue. */
interface Chosen {
  readonly work: StoredWork;
  readonly senderQueue: KeyRef;
}

const checkAgainMs = 1_000;

/**
 * Checks whether queued operations could succeed, and reserves a sender queue and its next nonce for those that could.
 * Returns how many of them progressed.
 */
export async function reserveWork(
  deps: EngineDeps,
  live: readonly Submission[],
  addresses: SenderQueueAddresses,
): Promise<number> {
  const { chain, database, clock } = deps;
  const queued = await selectQueuedWork(database, chain.key, { now: clock.now(), limit: batchSize });
  const chosen = chooseSenderQueues(
    chain.senderQueues,
    countBySenderQueue(live),
    queued.map((work) => ({ role: chain.roleOf(work.operation), work })),
    // Chosen from a larger batch: the oldest may all wait for one sender queue while others have capacity.
  ).slice(0, portionSize);
  if (chosen.length === 0) return 0;
  const outcomes = await chain.check(chosen.map(({ work }) => work.operation));
  assert(outcomes.length === chosen.length, "a chain returns a check result for each operation");
  await deps.checkpoint("checked");
  const possible = chosen.filter((_, place) => outcomes[place]?.ok === true);
  await reserve(deps, possible, await firstSequences(deps, possible, live, addresses));
  await deps.checkpoint("reserved");
  return chosen.length - (await handleRefused(deps, chosen, outcomes));
}

function countBySenderQueue(live: readonly Submission[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  for (const { senderRole, senderIndex, sequence, workId } of live) {
    const senderQueue = keyName({ role: senderRole, index: senderIndex });
    // Replacements share a nonce, and so count once.
    const place = `${senderQueue} ${sequence ?? workId}`;
    if (seen.has(place)) continue;
    seen.add(place);
    counts.set(senderQueue, (counts.get(senderQueue) ?? 0) + 1);
  }
  return counts;
}

/** An idle sender queue takes its next nonce from the chain; a busy one continues after its in-flight nonces. */
async function firstSequences(
  { chain, database }: EngineDeps,
  possible: readonly Chosen[],
  live: readonly Submission[],
  addresses: SenderQueueAddresses,
): Promise<ReadonlyMap<string, bigint | undefined>> {
  const busy = countBySenderQueue(live);
  const stored = await selectNextSequences(database, chain.key);
  const senderQueues = new Map(possible.map(({ senderQueue }) => [keyName(senderQueue), senderQueue]));
  const first = await eachOf([...senderQueues], nodeConcurrency, async ([name, key]) => {
    const isIdle = (busy.get(name) ?? 0) === 0 || !stored.has(name);
    const next = isIdle
      ? await chain.nextSequence({ key, address: await addresses.of(key) })
      : stored.get(name);
    return [name, next] as const;
  });
  return new Map(first);
}

async function reserve(
  { chain, database, lease, clock }: EngineDeps,
  possible: readonly Chosen[],
  first: ReadonlyMap<string, bigint | undefined>,
): Promise<void> {
  if (possible.length === 0) return;
  const next = new Map(first);
  const submissions = possible.map(({ work, senderQueue }) => {
    const sequence = next.get(keyName(senderQueue));
    if (sequence !== undefined) next.set(keyName(senderQueue), sequence + 1n);
    return {
      workId: work.id,
      senderRole: senderQueue.role,
      senderIndex: senderQueue.index,
      sequence,
      isCancelTransaction: false,
    };
  });
  const senderQueues = new Map(possible.map(({ senderQueue }) => [keyName(senderQueue), senderQueue]));
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await insertSubmissions(tx, chain.key, submissions, clock.now());
    await updateWorkStates(
      tx,
      possible.map(({ work }) => ({ id: work.id, state: "sending" as const })),
      clock.now(),
    );
    const used = [...senderQueues].flatMap(([name, key]) => {
      const nextSequence = next.get(name);
      return nextSequence === undefined ? [] : [{ key, nextSequence }];
    });
    await saveNextSequences(tx, chain.key, used);
  });
}

/**
 * Operations whose check failed: a node may be behind, or an earlier transaction took effect, or the operation has
 * failed. Returns how many could not be settled.
 */
async function handleRefused(
  deps: EngineDeps,
  chosen: readonly Chosen[],
  outcomes: readonly CheckOutcome[],
): Promise<number> {
  const refused = chosen.flatMap(({ work }, place) => {
    const decision = outcomes[place];
    return decision === undefined || decision.ok ? [] : [{ work, decision }];
  });
  if (refused.length === 0) return 0;
  const done = refused.filter(({ decision }) => decision.reason === "reference_used");
  const revived = await reviveEarlier(
    deps,
    done.map(({ work }) => work.id),
  );
  const unresolved = refused.filter(({ work }) => !revived.has(work.id));
  const { database, lease } = deps;
  const now = deps.clock.now();
  // The node may be behind: a failed check counts only after it has failed for a while.
  const isFresh = ({ refusedAt = now }: StoredWork): boolean => now - refusedAt < deps.patience.checkGraceMs;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    const fresh = unresolved.filter(({ work }) => isFresh(work)).map(({ work }) => work.id);
    await noteRefused(tx, fresh, { now, notBefore: addMs(now, checkAgainMs) });
  });
  const ended: readonly EndedWork[] = unresolved
    .filter(({ work }) => !isFresh(work))
    .map(({ work, decision }) => ({
      workId: work.id,
      outcome: failedOutcome(decision.reason, decision.detail, undefined),
    }));
  return ended.length - (await settleWork(deps, ended));
}

/** The chain reports the reference as used, so an earlier transaction that was dropped must have been included. */
async function reviveEarlier(
  { database, lease, clock, report }: EngineDeps,
  workIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (workIds.length === 0) return new Set();
  const submissions = await countSubmissions(database, workIds);
  const tried = workIds.filter((id) => (submissions.get(id) ?? 0) > 0);
  const revived = await database.transaction(async (tx) => {
    await lease.fence(tx);
    const ids = await reviveSubmissions(tx, tried);
    await updateWorkStates(
      tx,
      [...ids].map((id) => ({ id, state: "sending" as const })),
      clock.now(),
    );
    return ids;
  });
  for (const workId of revived)
    report({ type: "tried-again", workId, because: "reference is already used on the chain" });
  return revived;
}
