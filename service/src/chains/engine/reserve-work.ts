import { assert } from "../../kernel/assert.ts";
import type { SenderQueuePlan } from "../chain.ts";
import { type KeyRef, type KeyRole, keyName } from "../signer.ts";
import { eachOf } from "./each-of.ts";
import { batchSize, type EngineDeps, nodeConcurrency, portionSize } from "./engine-deps.ts";
import { handleRefused } from "./retry-work.ts";
import {
  insertSubmissions,
  type Submission,
  saveNextSequences,
  selectNextSequences,
} from "./submission-store.ts";
import { type StoredWork, selectQueuedWork, updateWorkStates } from "./work-store.ts";

/** An operation that passed the check, and its sender queue. */
interface Chosen {
  readonly work: StoredWork;
  readonly senderQueue: KeyRef;
}

/**
 * Checks whether queued operations could succeed, and reserves a sender queue and its next nonce for those that could.
 * Returns how many of them progressed.
 */
export async function reserveWork(deps: EngineDeps, live: readonly Submission[]): Promise<number> {
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
  await reserve(deps, possible, await firstSequences(deps, possible, live));
  await deps.checkpoint("reserved");
  const refused = chosen.flatMap(({ work }, place) => {
    const refusal = outcomes[place];
    return refusal === undefined || refusal.ok ? [] : [{ work, refusal }];
  });
  return chosen.length - (await handleRefused(deps, refused));
}

/** Assigns each operation to the least loaded sender queue of its key role that has capacity. */
function chooseSenderQueues<Work>(
  plans: readonly SenderQueuePlan[],
  inFlight: ReadonlyMap<string, number>,
  work: readonly { readonly role: KeyRole; readonly work: Work }[],
): readonly { readonly work: Work; readonly senderQueue: KeyRef }[] {
  const load = new Map(inFlight);
  const chosen: { work: Work; senderQueue: KeyRef }[] = [];
  for (const { role, work: item } of work) {
    const senderQueue = leastLoaded(plans, load, role);
    if (senderQueue === undefined) continue;
    load.set(keyName(senderQueue), (load.get(keyName(senderQueue)) ?? 0) + 1);
    chosen.push({ work: item, senderQueue });
  }
  return chosen;
}

function leastLoaded(
  plans: readonly SenderQueuePlan[],
  load: ReadonlyMap<string, number>,
  role: KeyRole,
): KeyRef | undefined {
  let best: { readonly senderQueue: KeyRef; readonly load: number } | undefined;
  for (const plan of plans) {
    if (plan.role !== role) continue;
    for (let index = 0; index < plan.count; index += 1) {
      const senderQueue = { role, index };
      const senderQueueLoad = load.get(keyName(senderQueue)) ?? 0;
      if (senderQueueLoad < plan.maxInFlight && (best === undefined || senderQueueLoad < best.load)) {
        best = { senderQueue, load: senderQueueLoad };
      }
    }
  }
  return best?.senderQueue;
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
  { chain, database, addressOf }: EngineDeps,
  possible: readonly Chosen[],
  live: readonly Submission[],
): Promise<ReadonlyMap<string, bigint | undefined>> {
  const busy = countBySenderQueue(live);
  const stored = await selectNextSequences(database, chain.key);
  const senderQueues = new Map(possible.map(({ senderQueue }) => [keyName(senderQueue), senderQueue]));
  const first = await eachOf([...senderQueues], nodeConcurrency, async ([name, key]) => {
    const isIdle = (busy.get(name) ?? 0) === 0 || !stored.has(name);
    const next = isIdle ? await chain.nextSequence({ key, address: await addressOf(key) }) : stored.get(name);
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
      "sending",
      possible.map(({ work }) => work.id),
      clock.now(),
    );
    const used = [...senderQueues].flatMap(([name, key]) => {
      const nextSequence = next.get(name);
      return nextSequence === undefined ? [] : [{ key, nextSequence }];
    });
    await saveNextSequences(tx, chain.key, used);
  });
}
