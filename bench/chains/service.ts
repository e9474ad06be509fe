import { randomBytes } from "node:crypto";
import { fundSenderQueues } from "../../sandbox/src/local-chains/fund-sender-queues.ts";
import { localPatience } from "../../service/src/app/chain-workers.ts";
import { stellarChannels } from "../../service/src/app/chains.ts";
import { createApp } from "../../service/src/app.ts";
import type { Chain } from "../../service/src/chains/chain.ts";
import { workTopic } from "../../service/src/chains/engine/work-store.ts";
import { localPassphrases } from "../../service/src/chains/local-chains.ts";
import { openChannels } from "../../service/src/chains/stellar/open-channels.ts";
import type { Database } from "../../service/src/db/database.ts";
import { createPollLoop } from "../../service/src/db/poll-loop.ts";
import { type ConnectionTarget, createDatabase } from "../../service/src/db/pool.ts";
import { type ChainParts, openChainParts } from "../../service/test/chain-parts.ts";
import { createSanctionedAddresses } from "../../service/test/sanctioned-addresses.ts";
import { poolOptions } from "../pool-options.ts";
import { type BenchNode, startNode } from "./node.ts";
import type { BenchChain, Pace } from "./options.ts";
import { createStepClock, type StepClock } from "./step-clock.ts";

/** The whole service on one chain: its API over HTTP and the engine; the RPC node is a separate process. */
export interface BenchService {
  readonly chain: Chain;
  readonly parts: ChainParts;
  readonly database: Database;
  readonly baseUrl: string;
  readonly node: Pick<BenchNode, "cpuMs">;
  readonly steps: StepClock;
  /** Errors and alerts of the engine. */
  readonly problems: readonly string[];
}

export interface ServiceOptions {
  readonly target: ConnectionTarget;
  readonly chain: BenchChain;
  readonly pace: Pace;
}

const leaseMs = 10_000;
const channelPauseMs = 50;

/** Each resource is passed to the closers as soon as it is open, so that nothing leaks when a later step fails. */
export async function openService(
  { target, chain: chainName, pace }: ServiceOptions,
  closers: (() => Promise<void>)[],
): Promise<BenchService> {
  const node = await startNode(chainName, pace.blockTimeMs[chainName]);
  closers.push(node.close);
  const database = createDatabase(poolOptions(target));
  closers.push(() => database.close());
  const environment = { FLORIN_ROLES: "api", RATE_LIMIT: "off", ...calm, ...node.environment };
  const masterKey = randomBytes(32);
  const parts = await openChainParts({
    chainName,
    database,
    target,
    masterKey,
    environment,
    screener: (await createSanctionedAddresses()).screener,
  });
  closers.push(parts.close);
  await makeReady(parts);
  const app = await createApp(parts.parts);
  closers.push(() => app.drain());
  const baseUrl = await app.listen();
  const steps = createStepClock();
  const problems: string[] = [];
  closers.push(startEngine(parts, pace, { node, steps, problems }));
  return { chain: parts.chain, parts, database, baseUrl, node, steps, problems };
}

/** A benchmark overloads the event loop on purpose, so load shedding is off. */
const calm = { MAX_EVENT_LOOP_DELAY_MS: "60000" };

/** The preparation of a node with the role `worker`. */
async function makeReady({ chain, chains, signer }: ChainParts): Promise<void> {
  const nodes = chains.nodesOf(chain.key);
  await fundSenderQueues(chain, nodes, signer);
  if (chain.family === "stellar") {
    const passphrase = localPassphrases.testnet;
    await openChannels({ nodes, passphrase, signer, channels: stellarChannels, pauseMs: channelPauseMs });
  }
}

interface EngineContext {
  readonly node: Pick<BenchNode, "onBlock">;
  readonly steps: StepClock;
  readonly problems: string[];
}

/** Runs the engine in its usual poll loop, timing each turn. Returns a function that stops it. */
function startEngine(
  { engine: createEngine, outgoing }: ChainParts,
  { pollMs }: Pace,
  { node, steps, problems }: EngineContext,
): () => Promise<void> {
  const onError = (error: unknown): void => {
    problems.push(error instanceof Error ? error.message : "unknown error");
  };
  const engine = createEngine({
    pollMs,
    leaseMs,
    patience: localPatience,
    report: ({ type, workId }) => problems.push(`${type} ${workId}`),
    onError,
    checkpoint: (point) => {
      steps.mark(point);
      return Promise.resolve();
    },
  });
  const turn = async () => {
    steps.mark("rest");
    const next = await engine.turn();
    steps.mark("turn");
    return next;
  };
  const loop = createPollLoop({ name: "bench", turn, pollMs, onError });
  const stopListening = outgoing.wakeUp.listen(workTopic, () => loop.wake());
  node.onBlock(() => loop.wake());
  loop.start();
  return async () => {
    stopListening();
    await loop.stop();
    await engine.stop();
  };
}
