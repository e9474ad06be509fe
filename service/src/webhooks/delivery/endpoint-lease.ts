import type { Database } from "../../db/database.ts";
import { createPollLoop, type Turn } from "../../db/poll-loop.ts";
import { preferIndexes } from "../../db/prefer-indexes.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { addMs, type Clock, type Instant } from "../../kernel/instant.ts";
import type { SigningSecrets } from "../message.ts";
import { openSecrets } from "../subscriptions/shared-secret.ts";
import type { SubscriptionId } from "../subscriptions/subscription.ts";
import {
  addHanded,
  type EndpointQueue,
  type HandedQueue,
  holdQueue,
  isFinished,
  lookAgain,
  setAside,
  startWith,
} from "./endpoint-queue.ts";
import type { HandOverLease } from "./hand-over.ts";
import {
  archivedMessage,
  claimQueues,
  endQueued,
  releaseQueues,
  renewQueues,
  selectNextReadyAt,
  type TakenQueue,
  webhooksTopic,
} from "./store.ts";

/** Claims ready endpoint queues, renews their leases while this node works on them, and releases them. */
export interface EndpointLease {
  start(): void;
  /** No work is left in it. */
  letGo(queue: EndpointQueue): void;
  /** For queues that the fan-out leases to this worker; undefined before the start and from `close` on. */
  offer(): HandOverLease | undefined;
  accept(queues: readonly HandedQueue[]): void;
  /** Claims no more, and sets aside queues that have not started. */
  close(): Promise<void>;
  /** Releases all held queues, so that others need not wait for the lease to expire. */
  stop(): Promise<void>;
  health(): { readonly lastClaimAt: Instant | undefined; readonly held: number };
}

export interface EndpointLeaseOptions {
  readonly database: Database;
  readonly wakeUp: WakeUp;
  readonly clock: Clock;
  readonly keyRing: KeyRing;
  /** Unique name of this worker. */
  readonly name: string;
  readonly endpointConcurrency: number;
  readonly leaseMs: number;
  readonly pollMs: number;
  readonly idleMs?: number | undefined;
  /** Something about the queue may have changed. */
  readonly onQueue: (queue: EndpointQueue) => void;
  readonly onError: (error: unknown) => void;
}

const beatsPerLease = 4;
const lastReleases = 3;
const maxHeld = 4_000;
const maxClaimedAtOnce = 500;
const maxWrittenAtOnce = 1_000;
/** Deliveries in memory that were handed over, so that a burst of events does not fill it. */
const maxWaiting = 20_000;
/** An idle queue is kept for one to two of these: the next delivery then needs no lease. */
const lingerMs = 50;

export function createEndpointLease(options: EndpointLeaseOptions): EndpointLease {
  const { leaseMs, pollMs, idleMs, onError } = options;
  const leases: Leases = {
    ...options,
    held: new Map(),
    finished: new Set(),
    lingering: new Set(),
    isOpen: false,
    opened: new Map(),
    claims: 0,
    claimInProgress: Promise.resolve(),
    lastClaimAt: undefined,
    onReleased: () => claiming.wake(),
  };
  const loop = (name: string, turn: (leases: Leases) => Promise<Turn>, everyMs: number, longestMs?: number) =>
    createPollLoop({ name, turn: () => turn(leases), pollMs: everyMs, idleMs: longestMs, onError });
  const claiming = loop("webhooks.claim", claimReady, pollMs, idleMs);
  const renewing = loop("webhooks.renew", renewAll, leaseMs / beatsPerLease);
  const releasing = loop("webhooks.release", releaseFinished, lingerMs, Math.max(lingerMs, idleMs ?? pollMs));
  const stopListening = options.wakeUp.listen(webhooksTopic, () => {
    claiming.wake();
    if (stopLingering(leases)) releasing.wake();
  });
  return {
    start: () => {
      leases.isOpen = true;
      for (const { start } of [claiming, renewing, releasing]) start();
    },
    letGo: (queue) => {
      if (finish(leases, queue)) releasing.wake();
    },
    offer: () => offer(leases),
    accept: (queues) => {
      let capacity = capacityLeft(leases);
      for (const queue of queues) {
        accept(leases, queue, capacity);
        capacity -= queue.attempts.length;
      }
    },
    close: async () => {
      leases.isOpen = false;
      stopListening();
      await claiming.stop();
      for (const queue of leases.held.values()) setAside(queue);
    },
    stop: async () => {
      await Promise.all([renewing.stop(), releasing.stop()]);
      for (let tries = 0; leases.held.size > 0 && tries < lastReleases; tries += 1) {
        const all = [...leases.held.values()];
        await endArchived(leases, all);
        await release(leases, all);
      }
    },
    health: () => ({ lastClaimAt: leases.lastClaimAt, held: leases.held.size }),
  };
}

/** The endpoint queues held by a worker, including those without work. */
interface Leases extends EndpointLeaseOptions {
  readonly held: Map<SubscriptionId, EndpointQueue>;
  /** About to be released. */
  readonly finished: Set<EndpointQueue>;
  /** Without work, and kept a little longer. */
  readonly lingering: Set<EndpointQueue>;
  isOpen: boolean;
  /** Opened secrets of recent subscriptions. */
  readonly opened: Map<SubscriptionId, { readonly sealed: Buffer; readonly secrets: SigningSecrets }>;
  claims: number;
  claimInProgress: Promise<unknown>;
  lastClaimAt: Instant | undefined;
  /** Queues were released, perhaps with deliveries that are due later. */
  readonly onReleased: () => void;
}

/** Returns whether there is something to release now or soon that the release loop does not know of. */
function finish(leases: Leases, queue: EndpointQueue): boolean {
  const { finished, lingering, isOpen } = leases;
  if (!isHeld(leases, queue)) return false;
  if (!isOpen || queue.isSetAside || queue.health.failuresInARow > 0) {
    lingering.delete(queue);
    finished.add(queue);
    return true;
  }
  const wasEmpty = finished.size + lingering.size === 0;
  if (!finished.has(queue)) lingering.add(queue);
  return wasEmpty;
}

/** Other nodes may have queued deliveries for them. */
function stopLingering({ finished, lingering }: Leases): boolean {
  for (const queue of lingering) finished.add(queue);
  lingering.clear();
  return finished.size > 0;
}

function offer(leases: Leases): HandOverLease | undefined {
  if (!leases.isOpen) return undefined;
  const until = leases.held.size < maxHeld ? leaseEnd(leases) : undefined;
  return { holder: nextHolder(leases), until };
}

function nextHolder(leases: Leases): string {
  leases.claims += 1;
  return `${leases.name}/${leases.claims}`;
}

/** Under a third claim, the queue is about to be admitted or dropped, and is read then. */
function accept(leases: Leases, handed: HandedQueue, capacity: number): void {
  const { taken, attempts, isLeased } = handed;
  const queue = leases.held.get(taken.id);
  if (isLeased) {
    admit(leases, taken, (admitted) => startWith(admitted, handed, capacity));
    return;
  }
  if (queue?.taken.holder !== taken.holder) return;
  leases.finished.delete(queue);
  leases.lingering.delete(queue);
  addHanded(queue, taken.changeCount, attempts, capacity);
  leases.onQueue(queue);
}

function capacityLeft({ held }: Leases): number {
  let capacity = maxWaiting;
  for (const { waiting } of held.values()) capacity -= waiting.length;
  return capacity;
}

async function claimReady(leases: Leases): Promise<Turn> {
  const { database, clock } = leases;
  const limit = Math.min(maxClaimedAtOnce, maxHeld - leases.held.size);
  if (limit === 0) return "wait";
  const now = clock.now();
  const lease = { holder: nextHolder(leases), now, until: leaseEnd(leases) };
  const claiming = claimQueues(database, lease, limit).then((claimed) => {
    leases.lastClaimAt = now;
    for (const taken of claimed) admit(leases, taken);
    return claimed.length;
  });
  leases.claimInProgress = claiming.catch(() => undefined);
  if ((await claiming) === limit) return "again";
  const nextAt = await selectNextReadyAt(database);
  return nextAt === undefined ? "wait" : { dueInMs: nextAt - clock.now() };
}

function leaseEnd({ clock, leaseMs }: Leases): Instant {
  return addMs(clock.now(), leaseMs);
}

function admit(leases: Leases, taken: TakenQueue, fill: (queue: EndpointQueue) => void = () => {}): void {
  const before = leases.held.get(taken.id);
  // Silent for longer than its lease, and the first to claim again: this node's state of the queue is still valid.
  if (before !== undefined && !leases.finished.has(before)) {
    refresh(leases, before, taken);
    return;
  }
  const secrets = secretsOf(leases, taken);
  // The next worker to claim it, when the lease has expired, tries again.
  if (secrets === undefined) return;
  const queue = holdQueue(taken, secrets, leases.endpointConcurrency);
  fill(queue);
  leases.held.set(taken.id, queue);
  leases.onQueue(queue);
}

function refresh(leases: Leases, queue: EndpointQueue, taken: TakenQueue): void {
  const secrets = secretsOf(leases, taken);
  if (secrets === undefined) {
    drop(leases, queue);
    return;
  }
  lookAgain(queue, taken, secrets, leases.clock.now());
  leases.onQueue(queue);
}

/** Requests in flight are settled anyway. */
function drop(leases: Leases, queue: EndpointQueue): void {
  setAside(queue);
  leases.finished.delete(queue);
  leases.lingering.delete(queue);
  if (isHeld(leases, queue)) leases.held.delete(queue.taken.id);
}

function isHeld({ held }: Leases, queue: EndpointQueue): boolean {
  return held.get(queue.taken.id) === queue;
}

/** Also those about to be released: new deliveries may keep them. */
async function renewAll(leases: Leases): Promise<Turn> {
  const kept = [...leases.held.values()];
  for (let from = 0; from < kept.length; from += maxWrittenAtOnce) {
    await renew(leases, kept.slice(from, from + maxWrittenAtOnce));
  }
  return "wait";
}

async function renew(leases: Leases, queues: readonly EndpointQueue[]): Promise<void> {
  const before = queues.map(({ taken }) => taken);
  const found = await renewQueues(leases.database, before, leaseEnd(leases));
  // After a silence the first to claim is often this node itself, and the result of that claim may be in flight.
  if (found.length < queues.length) await leases.claimInProgress;
  const byId = new Map(found.map((taken) => [taken.id, taken]));
  // Others were claimed again in the meantime: this result is older than the known state.
  for (const queue of queues.filter(({ taken }, index) => taken === before[index])) {
    const taken = byId.get(queue.taken.id);
    if (taken === undefined) drop(leases, queue);
    else refresh(leases, queue, taken);
  }
}

async function releaseFinished(leases: Leases): Promise<Turn> {
  await endArchived(leases, stillFinished(leases));
  await release(leases, stillFinished(leases));
  if (leases.finished.size > 0) return "again";
  return stopLingering(leases) ? "soon" : "wait";
}

/** A renewal may have found new deliveries since: releasing would make another worker claim and send them again. */
function stillFinished({ finished }: Leases): readonly EndpointQueue[] {
  for (const queue of finished) if (!isFinished(queue)) finished.delete(queue);
  return [...finished].slice(0, maxWrittenAtOnce);
}

const endedAtOnce = 1_000;

/** In batches: a queue with more left is read again. */
async function endArchived({ database, clock }: Leases, queues: readonly EndpointQueue[]): Promise<void> {
  for (const { taken } of queues) {
    if (taken.status === "archived")
      await endQueued(database, taken, archivedMessage, clock.now(), endedAtOnce);
  }
}

async function release(leases: Leases, queues: readonly EndpointQueue[]): Promise<void> {
  if (queues.length === 0) return;
  const releases = queues.map(({ taken, seenChanges, health }) => ({
    ...taken,
    ...health,
    changeCount: seenChanges,
  }));
  const released = await leases.database.transaction((tx) => {
    preferIndexes(tx);
    return releaseQueues(tx, releases);
  });
  const ids = new Set(released);
  for (const queue of queues) {
    if (ids.has(queue.taken.id)) drop(leases, queue);
    else leases.finished.delete(queue);
  }
  leases.onReleased();
  const kept = queues.filter(({ taken }) => !ids.has(taken.id));
  if (kept.length > 0) await renew(leases, kept);
}

const maxOpened = 5_000;

/** Undefined when they cannot be opened, perhaps because a key is missing. Other queues are not affected. */
function secretsOf(leases: Leases, taken: TakenQueue): SigningSecrets | undefined {
  const { keyRing, clock, opened, onError } = leases;
  try {
    // Two secrets sign only during a rotation, and a result that depends on the clock cannot be cached.
    if (taken.previousSecret !== undefined) return openSecrets(keyRing, taken, clock.now());
    const before = opened.get(taken.id);
    if (before?.sealed.equals(taken.secret) === true) return before.secrets;
    const secrets = openSecrets(keyRing, taken, clock.now());
    opened.set(taken.id, { sealed: taken.secret, secrets });
    const [oldest] = opened.keys();
    if (opened.size > maxOpened && oldest !== undefined) opened.delete(oldest);
    return secrets;
  } catch (cause) {
    onError(new Error(`the secrets of webhook subscription ${taken.id} could not be opened`, { cause }));
    return undefined;
  }
}
