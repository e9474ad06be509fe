import type { Database } from "../../db/database.ts";
import { createPollLoop, type Turn } from "../../db/poll-loop.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import { blockTopic } from "../block-topic.ts";
import type { Chain } from "../chain.ts";
import { createChainLease, LeaseLostError } from "../lease.ts";
import type { Signer } from "../signer.ts";
import type { ChainWorkOwner } from "./chain-work.ts";
import { workTopic } from "./create-chain-work.ts";
import {
  type Checkpoint,
  type EngineDeps,
  type EnginePatience,
  type EngineReport,
  maxLive,
} from "./engine-deps.ts";
import { pushWork } from "./push-work.ts";
import { createSenderQueueAddresses, type SenderQueueAddresses } from "./sender-queue-addresses.ts";
import { type Submission, selectLiveSubmissions } from "./submission-store.ts";
import { watchSubmissions } from "./watch-submissions.ts";
import { selectNextQueuedAt } from "./work-store.ts";

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
  const lease = createChainLease(database, chain.key, {
    task: "work",
    holder: options.holder ?? options.newId(),
    leaseMs: options.leaseMs,
  });
  const addresses = createSenderQueueAddresses(chain, options.signer);
  const deps: EngineDeps = {
    chain,
    database,
    clock,
    lease,
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
      return await runTurn(deps, addresses);
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

/** In-flight transactions first, oldest first; then queued operations. */
async function runTurn(deps: EngineDeps, addresses: SenderQueueAddresses): Promise<Turn> {
  const live = await selectLiveSubmissions(deps.database, deps.chain.key, maxLive);
  const { hasUpdate: hasChanges, resend } = await watchSubmissions(deps, live, addresses);
  const resendNames = new Set([...resend].map(nameOf));
  const isDue = (submission: Submission): boolean =>
    submission.state === "sent" && resendNames.has(nameOf(submission));
  const hasPushed = await pushWork(deps, addresses, isDue);
  if (hasChanges || hasPushed) return "again";
  return live.length > 0 ? "soon" : untilNextOperation(deps);
}

async function untilNextOperation({ database, chain, clock }: EngineDeps): Promise<Turn> {
  const nextAt = await selectNextQueuedAt(database, chain.key);
  return nextAt === undefined ? "wait" : { dueInMs: nextAt - clock.now() };
}

function nameOf({ workId, number }: Submission): string {
  return `${workId}/${number}`;
}
