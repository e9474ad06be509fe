import type { Database } from "../../db/database.ts";
import { createFencedLease, LeaseLostError } from "../../db/fenced-lease.ts";
import { createPollLoop, type Turn } from "../../db/poll-loop.ts";
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
  type EngineDeps,
  type EnginePatience,
  type EngineReport,
  maxLive,
  portionSize,
} from "./engine-deps.ts";
import { reserveWork } from "./reserve-work.ts";
import { sendSubmissions } from "./send-submissions.ts";
import { signSubmissions } from "./sign-submissions.ts";
import { type Submission, selectLiveSubmissions } from "./submission-store.ts";
import { watchSubmissions } from "./watch-submissions.ts";
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

/** In-flight transactions first, oldest first; then queued operations. */
async function runTurn(deps: EngineDeps): Promise<Turn> {
  const live = await readLive(deps);
  const { hasUpdate, resend } = await watchSubmissions(deps, live);
  const hasPushed = await pushWork(deps, new Set(resend.map(nameOf)));
  if (hasUpdate || hasPushed) return "again";
  return live.length > 0 ? "soon" : untilNextOperation(deps);
}

/** Maximum number of portions before submissions are watched again. */
const maxPortions = batchSize / portionSize;

/**
 * Sends what is stored and due, then submits queued operations in portions: while one portion is sent, the next is
 * checked and signed. A portion is sent when it is stored and the previous one has been sent, so nonces are sent in
 * order. Returns whether there was anything to do.
 */
async function pushWork(deps: EngineDeps, resend: ReadonlySet<string>): Promise<boolean> {
  let live = await readLive(deps);
  const isDue = (submission: Submission): boolean =>
    submission.state === "signed" || (submission.state === "sent" && resend.has(nameOf(submission)));
  const stored = live.filter(isDue).slice(0, batchSize);
  let hasPushed = stored.length > 0;
  let sending = startSending(deps, stored);
  try {
    for (let portion = 0; portion < maxPortions; portion += 1) {
      const reserved = live.length < maxLive ? await reserveWork(deps, live) : 0;
      if (reserved > 0) live = await readLive(deps);
      const unsigned = live.filter(({ state }) => state === "reserved").slice(0, portionSize);
      if (reserved + unsigned.length === 0) break;
      hasPushed = true;
      const signed = await signSubmissions(deps, unsigned, live);
      await sending;
      sending = startSending(deps, signed);
      live = await readLive(deps);
    }
  } finally {
    // Even after an error, no request is in flight when the turn ends.
    await Promise.allSettled([sending]);
  }
  await sending;
  return hasPushed;
}

function readLive({ database, chain }: EngineDeps): Promise<readonly Submission[]> {
  return selectLiveSubmissions(database, chain.key, maxLive);
}

/** Errors are thrown where the promise is awaited, which may be after the next portion was signed. */
function startSending(deps: EngineDeps, due: readonly Submission[]): Promise<void> {
  const sending = sendSubmissions(deps, due);
  sending.catch(() => undefined);
  return sending;
}

function nameOf({ workId, number }: Submission): string {
  return `${workId}/${number}`;
}

async function untilNextOperation({ database, chain, clock }: EngineDeps): Promise<Turn> {
  const nextAt = await selectNextQueuedAt(database, chain.key);
  return nextAt === undefined ? "wait" : { dueInMs: nextAt - clock.now() };
}
