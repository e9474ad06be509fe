import type { Database } from "../../db/database.ts";
import { createFencedLease, LeaseLostError } from "../../db/fenced-lease.ts";
import { createPollLoop, type Turn } from "../../db/poll-loop.ts";
import { chunks } from "../../db/settle-or-split.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import type { Chain } from "../chain.ts";
import { blockTopic, leaseTask } from "../chain-name.ts";
import { type KeyRef, keyName, type Signer } from "../signer.ts";
import type { ChainWorkOwner } from "./chain-work.ts";
import {
  batchSize,
  type Checkpoint,
  type CountConfirmations,
  type EngineDeps,
  type EnginePatience,
  type EngineReport,
  maxLive,
  portionSize,
} from "./engine-deps.ts";
import { type InFlight, reserveWork } from "./reserve-work.ts";
import { broadcastSubmissions, sendSubmissions } from "./send-submissions.ts";
import { signReservations, signSubmissions } from "./sign-submissions.ts";
import { type Submission, selectLiveSubmissions, submissionName } from "./submission-store.ts";
import { type Ends, endedSubmissions, findEnds, settleEnds, watchSubmissions } from "./watch-submissions.ts";
import { selectNextQueuedAt, workTopic } from "./work-store.ts";

/** Executes the operations of one chain: one process at a time, in steps that may be interrupted anywhere. */
export interface ChainEngine {
  start(): void;
  stop(): Promise<void>;
  /** One turn over everything in flight; returns whether to run again immediately. */
  turn(): Promise<Turn>;
  health(): { readonly lastTurnAt: Instant | undefined; readonly isWorking: boolean };
}

export interface ChainEngineOptions {
  readonly chain: Chain;
  readonly signer: Signer;
  readonly database: Database;
  readonly wakeUp: Pick<WakeUp, "listen">;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Lease holder name for operators; a generated id by default. */
  readonly holder?: string;
  readonly owners: readonly ChainWorkOwner[];
  readonly patience: EnginePatience;
  readonly pollMs: number;
  /** The longest pause between two turns while there are no operations; `pollMs` by default. */
  readonly idleMs?: number;
  readonly leaseMs: number;
  /** In the transaction that settles them. */
  readonly countConfirmations?: CountConfirmations;
  readonly report: (report: EngineReport) => void;
  readonly onError: (error: unknown) => void;
  readonly checkpoint?: (point: Checkpoint) => Promise<void>;
}

export function createChainEngine(options: ChainEngineOptions): ChainEngine {
  const { chain, database, clock, pollMs, idleMs, onError } = options;
  const lease = createFencedLease(database, {
    task: leaseTask("work", chain.key),
    holder: options.holder ?? options.newId(),
    leaseMs: options.leaseMs,
  });
  const deps: EngineDeps = {
    chain,
    database,
    clock,
    lease,
    addressOf: rememberAddresses(chain, options.signer),
    owners: new Map(options.owners.map((owner) => [owner.name, owner])),
    patience: options.patience,
    countConfirmations: options.countConfirmations ?? (() => Promise.resolve()),
    report: options.report,
    onError,
    checkpoint: options.checkpoint ?? (() => Promise.resolve()),
  };
  let lastTurnAt: Instant | undefined;
  let isWorking = false;

  const turn = async (): Promise<Turn> => {
    isWorking = await lease.hold();
    lastTurnAt = clock.now();
    if (!isWorking) return "wait";
    try {
      return await runTurn(deps);
    } catch (error) {
      if (error instanceof LeaseLostError) return "wait";
      throw error;
    }
  };

  const loop = createPollLoop({ name: "chains.engine", turn, pollMs, idleMs, onError });
  let stopListening: readonly (() => void)[] = [];
  return {
    turn,
    health: () => ({ lastTurnAt, isWorking }),
    start: () => {
      const topics = [workTopic, blockTopic(chain.key)];
      stopListening = topics.map((topic) => options.wakeUp.listen(topic, () => loop.wake()));
      loop.start();
    },
    stop: async () => {
      for (const stop of stopListening) stop();
      await loop.stop();
      await lease.release().catch(onError);
    },
  };
}

/** Caches the address of each sending key. */
function rememberAddresses(chain: Chain, signer: Signer): (key: KeyRef) => Promise<string> {
  const known = new Map<string, string>();
  return async (key) => {
    const address = known.get(keyName(key)) ?? chain.addressOf(await signer.publicKey(key));
    known.set(keyName(key), address);
    return address;
  };
}

/**
 * Reads the statuses of in-flight transactions first. Then final operations are settled, and at the same time queued
 * ones are sent: a sender queue has capacity as soon as its transactions are final, not only when they are settled.
 */
async function runTurn(deps: EngineDeps): Promise<Turn> {
  const live = await readLive(deps);
  const { hasChanges, resend, ends } = await watchSubmissions(deps, live);
  const ended = endedSubmissions(ends);
  const endedWork = new Set(ended.map(({ workId }) => workId));
  const open = (hasChanges ? await readLive(deps) : live).filter(({ workId }) => !endedWork.has(workId));
  let isPushing = true;
  const pushing = pushWork(deps, { live: open, ended, resend }).finally(() => {
    isPushing = false;
  });
  const [settled, hasPushed] = await both(
    settleWhile(deps, { live: withoutDue(open, resend), ends }, () => isPushing),
    pushing,
  );
  if (hasChanges || settled > 0 || hasPushed) return "again";
  return live.length > 0 ? "soon" : untilNextOperation(deps);
}

/** In-flight transactions of operations for which nothing is signed or sent in this turn. */
function withoutDue(live: readonly Submission[], resend: readonly Submission[]): readonly Submission[] {
  const unsent = live.filter(({ state }) => state === "reserved" || state === "signed");
  const due = new Set([...resend, ...unsent].map(({ workId }) => workId));
  return live.filter(({ workId }) => !due.has(workId));
}

/** Settles final operations, and meanwhile those that become final while others are sent. Returns how many. */
async function settleWhile(
  deps: EngineDeps,
  { live, ends }: { readonly live: readonly Submission[]; readonly ends: Ends },
  isPushing: () => boolean,
): Promise<number> {
  let settled = 0;
  let rest = live;
  for (let next = ends; ; next = await findEnds(deps, rest)) {
    const ended = new Set(endedSubmissions(next).map(({ workId }) => workId));
    rest = rest.filter(({ workId }) => !ended.has(workId));
    settled += await settleEnds(deps, next);
    if (ended.size === 0 || !isPushing()) return settled;
  }
}

/** Even after an error, nothing is in progress when the turn ends. */
async function both<First, Second>(
  first: Promise<First>,
  second: Promise<Second>,
): Promise<readonly [First, Second]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/**
 * Sends what is stored and due, then signs and sends in portions: while one portion is sent, the next is signed. A
 * portion is sent when it is stored and the previous one has been sent, so nonces are sent in order. Returns whether
 * there was anything to do.
 */
async function pushWork(
  deps: EngineDeps,
  { live, ended, resend }: InFlight & { readonly resend: readonly Submission[] },
): Promise<boolean> {
  const resent = new Set(resend.map(submissionName));
  const due = live.filter(
    (submission) => submission.state === "signed" || resent.has(submissionName(submission)),
  );
  const unsigned = live.filter(({ state }) => state === "reserved");
  const sender = createSender();
  try {
    await sender.send(() => sendSubmissions(deps, due.slice(0, batchSize)));
    for (const portion of chunks(unsigned.slice(0, batchSize), portionSize)) {
      const signed = await signSubmissions(deps, portion, live);
      await sender.send(() => sendSubmissions(deps, signed));
    }
    const { reservations, hasProgressed } = await reserveWork(deps, { live, ended });
    for (const portion of chunks(reservations, portionSize)) {
      const stored = await signReservations(deps, portion);
      await sender.send(() => broadcastSubmissions(deps, stored));
    }
    await sender.end();
    return due.length + unsigned.length > 0 || hasProgressed;
  } finally {
    // Even after an error, no request is in flight when the turn ends.
    await sender.end().catch(() => undefined);
  }
}

interface Sender {
  /** Waits until the previous portion has been sent, then starts with this one. */
  send(work: () => Promise<void>): Promise<void>;
  /** Waits until the last portion has been sent. */
  end(): Promise<void>;
}

function createSender(): Sender {
  let sending = Promise.resolve();
  return {
    send: async (work) => {
      await sending;
      sending = work();
      // Its error is thrown where the next portion waits for it.
      sending.catch(() => undefined);
    },
    end: () => sending,
  };
}

function readLive({ database, chain }: EngineDeps): Promise<readonly Submission[]> {
  return selectLiveSubmissions(database, chain.key, maxLive);
}

async function untilNextOperation({ database, chain, clock }: EngineDeps): Promise<Turn> {
  const nextAt = await selectNextQueuedAt(database, chain.key);
  return nextAt === undefined ? "wait" : { dueInMs: nextAt - clock.now() };
}
