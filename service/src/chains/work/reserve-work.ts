import { assert } from "../../kernel/assert.ts";
import { addMs } from "../../kernel/instant.ts";
import type { CheckVerdict } from "../chain.ts";
import { type KeyRef, keyName } from "../signer.ts";
import { type Attempt, countAttempts, insertAttempts, reviveAttempts } from "./attempt-store.ts";
import { chooseLanes } from "./choose-lanes.ts";
import { eachOf } from "./each-of.ts";
import { batchSize, type EngineDeps, nodeConcurrency, portionSize } from "./engine-deps.ts";
import type { LaneAddresses } from "./lane-addresses.ts";
import { saveNextSequences, selectNextSequences } from "./lane-store.ts";
import { type EndedWork, failedOutcome, settleWork } from "./settle-work.ts";
import { noteRefused, type StoredWork, selectQueuedWork, updateWorkStates } from "./work-store.ts";

/** Work that was found possible, and the lane that will carry it. */
interface Chosen {
  readonly work: StoredWork;
  readonly lane: KeyRef;
}

const checkAgainMs = 1_000;

/**
 * Takes queued work, asks the chain whether it could succeed, and sets a lane and its next sequence aside for what could.
 * Answers how much of it went on.
 */
export async function reserveWork(
  deps: EngineDeps,
  live: readonly Attempt[],
  addresses: LaneAddresses,
): Promise<number> {
  const { chain, database, clock } = deps;
  const queued = await selectQueuedWork(database, chain.key, { now: clock.now(), limit: batchSize });
  const chosen = chooseLanes(
    chain.lanes,
    countByLane(live),
    queued.map((work) => ({ duty: chain.dutyOf(work.operation), work })),
    // Chosen from many: the oldest may all wait for one lane, and others have room.
  ).slice(0, portionSize);
  if (chosen.length === 0) return 0;
  const verdicts = await chain.check(chosen.map(({ work }) => work.operation));
  assert(verdicts.length === chosen.length, "a chain judges each operation");
  await deps.checkpoint("checked");
  const possible = chosen.filter((_, place) => verdicts[place]?.ok === true);
  await reserve(deps, possible, await firstSequences(deps, possible, live, addresses));
  await deps.checkpoint("reserved");
  return chosen.length - (await setAside(deps, chosen, verdicts));
}

function countByLane(live: readonly Attempt[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  for (const { laneDuty, laneIndex, sequence, workId } of live) {
    const lane = keyName({ duty: laneDuty, index: laneIndex });
    // Replacements share a sequence, and so a place.
    const place = `${lane} ${sequence ?? workId}`;
    if (seen.has(place)) continue;
    seen.add(place);
    counts.set(lane, (counts.get(lane) ?? 0) + 1);
  }
  return counts;
}

/** A lane with nothing under way begins where the chain says; others go on behind what is under way. */
async function firstSequences(
  { chain, database }: EngineDeps,
  possible: readonly Chosen[],
  live: readonly Attempt[],
  addresses: LaneAddresses,
): Promise<ReadonlyMap<string, bigint | undefined>> {
  const busy = countByLane(live);
  const stored = await selectNextSequences(database, chain.key);
  const lanes = new Map(possible.map(({ lane }) => [keyName(lane), lane]));
  const first = await eachOf([...lanes], nodeConcurrency, async ([name, key]) => {
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
  const attempts = possible.map(({ work, lane }) => {
    const sequence = next.get(keyName(lane));
    if (sequence !== undefined) next.set(keyName(lane), sequence + 1n);
    return { workId: work.id, laneDuty: lane.duty, laneIndex: lane.index, sequence, isFiller: false };
  });
  const lanes = new Map(possible.map(({ lane }) => [keyName(lane), lane]));
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await insertAttempts(tx, chain.key, attempts, clock.now());
    await updateWorkStates(
      tx,
      possible.map(({ work }) => ({ id: work.id, state: "sending" as const })),
      clock.now(),
    );
    const used = [...lanes].flatMap(([name, key]) => {
      const nextSequence = next.get(name);
      return nextSequence === undefined ? [] : [{ key, nextSequence }];
    });
    await saveNextSequences(tx, chain.key, used);
  });
}

/**
 * What could not succeed now: a node may be behind, or an earlier transaction has done it, or it has failed. Answers how
 * much of it nobody could settle.
 */
async function setAside(
  deps: EngineDeps,
  chosen: readonly Chosen[],
  verdicts: readonly CheckVerdict[],
): Promise<number> {
  const refused = chosen.flatMap(({ work }, place) => {
    const verdict = verdicts[place];
    return verdict === undefined || verdict.ok ? [] : [{ work, verdict }];
  });
  if (refused.length === 0) return 0;
  const done = refused.filter(({ verdict }) => verdict.reason === "reference_used");
  const revived = await reviveEarlier(
    deps,
    done.map(({ work }) => work.id),
  );
  const rest = refused.filter(({ work }) => !revived.has(work.id));
  const { database, lease } = deps;
  const now = deps.clock.now();
  // The node that was asked may be behind: a "no" is believed when it has been said for a while.
  const isFresh = ({ refusedAt = now }: StoredWork): boolean => now - refusedAt < deps.patience.checkGraceMs;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    const fresh = rest.filter(({ work }) => isFresh(work)).map(({ work }) => work.id);
    await noteRefused(tx, fresh, { now, notBefore: addMs(now, checkAgainMs) });
  });
  const ended: readonly EndedWork[] = rest
    .filter(({ work }) => !isFresh(work))
    .map(({ work, verdict }) => ({
      workId: work.id,
      outcome: failedOutcome(verdict.reason, verdict.detail, undefined),
    }));
  return ended.length - (await settleWork(deps, ended));
}

/** The chain has seen this reference: an earlier transaction of ours that was given up for lost must have arrived. */
async function reviveEarlier(
  { database, lease, clock, report }: EngineDeps,
  workIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (workIds.length === 0) return new Set();
  const attempts = await countAttempts(database, workIds);
  const tried = workIds.filter((id) => (attempts.get(id) ?? 0) > 0);
  const revived = await database.transaction(async (tx) => {
    await lease.fence(tx);
    const ids = await reviveAttempts(tx, tried);
    await updateWorkStates(
      tx,
      [...ids].map((id) => ({ id, state: "sending" as const })),
      clock.now(),
    );
    return ids;
  });
  for (const workId of revived)
    report({ type: "tried-again", workId, because: "the chain knows its reference" });
  return revived;
}
