import { assert } from "../../kernel/assert.ts";
import type { FeeOffer, SenderQueuePlan } from "../chain.ts";
import { type KeyRef, type KeyRole, keyName } from "../signer.ts";
import { adoptEffects } from "./adopt-effects.ts";
import { eachOf } from "./each-of.ts";
import { batchSize, type EngineDeps, maxLive } from "./engine-deps.ts";
import { handleRefused } from "./retry-work.ts";
import { type Submission, selectLastFees, selectNextSequences } from "./submission-store.ts";
import { type StoredWork, selectQueuedWork } from "./work-store.ts";

/** An operation that passed the check, with its sender queue and nonce. Nothing of it is stored yet. */
export interface Reservation {
  readonly work: StoredWork;
  readonly senderQueue: KeyRef;
  readonly sequence: bigint | undefined;
  /** The last fee offered for it, if that transaction expired. */
  readonly replaces: FeeOffer | undefined;
}

export interface Reserved {
  readonly reservations: readonly Reservation[];
  /** Whether any operation progressed. */
  readonly hasProgressed: boolean;
}

export interface InFlight {
  readonly live: readonly Submission[];
  /** Those that this turn found final. They are not live any more. */
  readonly ended: readonly Submission[];
}

/**
 * Checks whether queued operations could succeed, in one call, and reserves a sender queue and its next nonce for those
 * that could. The reservation is in memory: it is stored together with the signed transaction. If the process is killed
 * before that, nothing was sent, and the operation is still queued.
 */
export async function reserveWork(deps: EngineDeps, { live, ended }: InFlight): Promise<Reserved> {
  const { chain, database, clock } = deps;
  if (live.length >= maxLive) return nothingReserved;
  const queued = await selectQueuedWork(database, chain.key, { now: clock.now(), limit: batchSize });
  const busy = countBySenderQueue(live);
  const chosen = chooseSenderQueues(
    chain.senderQueues,
    busy,
    queued.map((work) => ({ role: chain.roleOf(work.operation), work })),
  );
  if (chosen.length === 0) return nothingReserved;
  const [outcomes, stored, adopted] = await Promise.all([
    chain.check(chosen.map(({ work }) => work.operation)),
    selectNextSequences(database, chain.key),
    adoptEffects(
      deps,
      chosen.map(({ work }) => work),
    ),
  ]);
  assert(outcomes.length === chosen.length, "a chain returns a check result for each operation");
  await deps.checkpoint("checked");
  const possible = chosen.filter(({ work }, place) => outcomes[place]?.ok === true && !adopted.has(work.id));
  const facts = { busy, stored, used: usedSequences(ended) };
  const reservations = await reserve(deps, possible, await firstSequences(deps, possible, facts));
  await deps.checkpoint("reserved");
  const refused = chosen.flatMap(({ work }, place) => {
    const refusal = outcomes[place];
    return refusal === undefined || refusal.ok || adopted.has(work.id) ? [] : [{ work, refusal }];
  });
  const unsettled = await handleRefused(deps, refused);
  return { reservations, hasProgressed: unsettled < chosen.length };
}

const nothingReserved: Reserved = { reservations: [], hasProgressed: false };

interface Chosen {
  readonly work: StoredWork;
  readonly senderQueue: KeyRef;
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

interface SequenceFacts {
  /** Number of live submissions. */
  readonly busy: ReadonlyMap<string, number>;
  /** The next nonce as stored. */
  readonly stored: ReadonlyMap<string, bigint>;
  /** The last nonce that this turn found used in a final block. */
  readonly used: ReadonlyMap<string, bigint>;
}

function usedSequences(ended: readonly Submission[]): ReadonlyMap<string, bigint> {
  const used = new Map<string, bigint>();
  for (const { senderRole: role, senderIndex: index, sequence } of ended) {
    const name = keyName({ role, index });
    if (sequence !== undefined && sequence > (used.get(name) ?? -1n)) used.set(name, sequence);
  }
  return used;
}

/**
 * A busy sender queue continues after its in-flight nonces, and so does one that this turn found final up to its last
 * nonce. Any other takes its next nonce from the chain: a transaction may have expired without using its nonce.
 */
async function firstSequences(
  { chain, addressOf }: EngineDeps,
  possible: readonly Chosen[],
  { busy, stored, used }: SequenceFacts,
): Promise<ReadonlyMap<string, bigint | undefined>> {
  const senderQueues = new Map(possible.map(({ senderQueue }) => [keyName(senderQueue), senderQueue]));
  const first = await eachOf([...senderQueues], batchSize, async ([name, key]) => {
    const next = stored.get(name);
    const isBusy = (busy.get(name) ?? 0) > 0;
    if (next !== undefined && (isBusy || used.get(name) === next - 1n)) return [name, next] as const;
    return [name, await chain.nextSequence({ key, address: await addressOf(key) })] as const;
  });
  return new Map(first);
}

async function reserve(
  { database }: EngineDeps,
  possible: readonly Chosen[],
  first: ReadonlyMap<string, bigint | undefined>,
): Promise<readonly Reservation[]> {
  const next = new Map(first);
  const isSequenced = [...first.values()].some((sequence) => sequence !== undefined);
  const ids = possible.map(({ work }) => work.id);
  const fees = isSequenced || ids.length === 0 ? undefined : await selectLastFees(database, ids);
  return possible.map(({ work, senderQueue }) => {
    const sequence = next.get(keyName(senderQueue));
    if (sequence !== undefined) next.set(keyName(senderQueue), sequence + 1n);
    return { work, senderQueue, sequence, replaces: fees?.get(work.id) };
  });
}
