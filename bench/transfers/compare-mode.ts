import type { Progress } from "../ledger/progress.ts";
import { warmUp } from "../measure.ts";
import { compare, type Figure, makeHistory } from "./comparison.ts";
import { createContract } from "./contract-store.ts";
import { countCalls } from "./counted-calls.ts";
import { measureOpenLoop, type OpenLoopFigure } from "./open-loop.ts";
import type { BenchOptions } from "./options.ts";
import { createPeer } from "./peer-store.ts";
import { contractVariant, peerVariant } from "./peer-variants.ts";
import { serviceVariant } from "./service-variant.ts";
import type { Stage } from "./stage.ts";
import type { Variant, VariantName } from "./variant.ts";
import { statementsPerBatch, type Written } from "./written-store.ts";

export interface Compared {
  readonly figures: readonly Figure[];
  readonly written: readonly WrittenFigure[];
  /** Of a batch with one transfer. */
  readonly statementsPerBatch: number;
  readonly openLoop: OpenLoopFigure;
}

/** What a variant wrote for some transfers of many accounts. */
export interface WrittenFigure {
  readonly variant: VariantName;
  readonly transfers: number;
  readonly written: Written;
}

interface CompareSetting {
  readonly stage: Stage;
  readonly options: BenchOptions;
  readonly progress: Progress;
}

/** The service over HTTP and its peers, then what they wrote, then the service at a fixed rate. */
export async function measureCompared(setting: CompareSetting): Promise<Compared> {
  const { stage, options, progress } = setting;
  const service = serviceVariant(stage.server, stage.env, options.serviceCallers);
  progress("creating existing transfers");
  await makeHistory([service], options.history);
  const peers = await createPeers(setting);
  await makeHistory(peers, options.history);
  await stage.analyze();
  const variants = [service, ...peers];
  const figures = await compare({ ...stage, variants, options, progress });
  progress("counting what is written");
  const written: WrittenFigure[] = [];
  for (const variant of variants) written.push(await countWritten(setting, variant, writtenCallers));
  const alone = await countWritten(setting, service, 1);
  progress(`sending ${options.rate} requests per second`);
  const openLoop = await measureAtRate(setting, service);
  const perBatch = statementsPerBatch(alone.written, alone.transfers);
  return { figures, written, statementsPerBatch: perBatch, openLoop };
}

async function createPeers({ stage, options }: CompareSetting): Promise<readonly Variant[]> {
  const { target, env } = stage;
  const sources = Object.values(env.payers).flatMap((payers) => payers.map(({ sourceId }) => sourceId));
  await createPeer(target, sources);
  const setting = { target, env, callerCounts: options.peerCallers };
  return [
    peerVariant("statements", setting),
    peerVariant("call", setting),
    contractVariant(await createContract(target), setting),
  ];
}

const writtenCallers = 64;
const countedTransfers = 2_000;

/** Apart from the comparison, because counting statements costs the server CPU time. */
async function countWritten(
  { stage, options }: CompareSetting,
  variant: Variant,
  callers: number,
): Promise<WrittenFigure> {
  const opened = await variant.open("spread", callers);
  try {
    await warmUp(opened.callers, { requests: options.warmUp.requests / 10, ms: options.warmUp.ms / 10 });
    const counted = countCalls(opened.callers);
    const end = await stage.meter.begin();
    await warmUp(counted.callers, { requests: countedTransfers, ms: options.warmUp.ms });
    return { variant: variant.name, written: await end(), transfers: counted.accepted() };
  } finally {
    await opened.close();
  }
}

/** More than enough for the rate while nothing is stuck. */
const openLoopConnections = 256;

async function measureAtRate({ stage, options }: CompareSetting, service: Variant): Promise<OpenLoopFigure> {
  await stage.settle();
  const opened = await service.open("spread", openLoopConnections);
  try {
    await warmUp(opened.callers, { requests: options.warmUp.requests / 10, ms: options.warmUp.ms / 10 });
    const seconds = options.seconds * options.rounds;
    return await measureOpenLoop(opened, { ...stage, rate: options.rate, seconds });
  } finally {
    await opened.close();
  }
}
