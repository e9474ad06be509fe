import { countAttempts, isAnythingLeft } from "./books-store.ts";
import type { SpeedFigure } from "./goals.ts";
import { momentMs } from "./moment.ts";
import { until, withPatience } from "./patience.ts";
import { spreadOf } from "./quantiles.ts";
import type { Scene, Stage } from "./stage.ts";

/** One variant in one round. */
interface Run {
  readonly deliveries: number;
  readonly ms: number;
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
}

interface Round {
  readonly plain: Run;
  readonly service: Run;
}

/** Both variants run twice before it counts: a new process is slow. The second run sets the number of deliveries. */
const warmUpDeliveries = [2_000, 4_000];
const [fewest, most] = [1_000, 60_000];

/** In each round the plain loop and the service run shortly after one another. */
export async function measureSpeed(
  stage: Stage,
  scene: Scene,
  subscriptions: number,
  ports: readonly number[],
): Promise<SpeedFigure> {
  const { rounds, seconds } = stage.options;
  const measured: Round[] = [];
  let deliveries = 0;
  for (const count of warmUpDeliveries) {
    const { service } = await runBoth(stage, scene, subscriptions, ports, count);
    deliveries = Math.round(Math.min(most, Math.max(fewest, perSecond(service) * seconds)));
  }
  for (let round = 1; round <= rounds; round += 1) {
    const both = await runBoth(stage, scene, subscriptions, ports, deliveries);
    measured.push(both);
    const speeds = `service ${whole(perSecond(both.service))}/s, plain ${whole(perSecond(both.plain))}/s`;
    stage.progress(`round ${round} of ${rounds}: ${subscriptions} subscriptions: ${speeds}`);
  }
  return figureOf(subscriptions, measured);
}

async function runBoth(
  stage: Stage,
  scene: Scene,
  subscriptions: number,
  ports: readonly number[],
  deliveries: number,
): Promise<Round> {
  const plain = await runPlain(stage, subscriptions, ports, deliveries);
  return { plain, service: await runService(stage, scene, deliveries) };
}

async function runPlain(
  { plain, receiver, options: { concurrency, endpointConcurrency } }: Stage,
  subscriptions: number,
  ports: readonly number[],
  deliveries: number,
): Promise<Run> {
  await receiver.ask("begin", false);
  const outcome = await plain.ask("run", {
    subscriptions,
    ports,
    deliveries,
    concurrency: Math.min(concurrency, endpointConcurrency * subscriptions),
  });
  await withPatience("receiving", receiver.ask("waitFor", deliveries));
  return { ...outcome, deliveries, databaseCpuMs: 0 };
}

/** From the start of the delivery workers, with all events in the outbox, until the last result is recorded. */
async function runService(stage: Stage, scene: Scene, expected: number): Promise<Run> {
  const { receiver, worker, databaseCpuMs } = stage;
  const before = await countAttempts(scene.database);
  const deliveries = await scene.queueReader.append(expected);
  await scene.settle();
  await scene.openWorker();
  await receiver.ask("begin", false);
  const [startCpuMs, startDatabaseCpuMs] = [await worker.cpuMs(), await databaseCpuMs()];
  const startMs = momentMs();
  await scene.startWorker();
  await withPatience("receiving", receiver.ask("waitFor", deliveries));
  await until("settling", async () => !(await isAnythingLeft(scene.database)));
  const ms = momentMs() - startMs;
  const run = {
    deliveries,
    ms,
    cpuMs: (await worker.cpuMs()) - startCpuMs,
    databaseCpuMs: (await databaseCpuMs()) - startDatabaseCpuMs,
  };
  await scene.stopWorker();
  await checkBooks(stage, scene, before, deliveries);
  return run;
}

/** A figure counts only if each delivery was received once and recorded once. */
async function checkBooks(
  { receiver }: Stage,
  { database }: Scene,
  before: Awaited<ReturnType<typeof countAttempts>>,
  deliveries: number,
): Promise<void> {
  const { count } = await receiver.ask("received", undefined);
  const after = await countAttempts(database);
  const settled = after.succeeded - before.succeeded;
  if (count !== deliveries || settled !== deliveries || after.other !== 0) {
    const rest = `${settled} are settled and ${after.other} have failed`;
    throw new Error(`of ${deliveries} deliveries ${count} were received, ${rest}`);
  }
}

function figureOf(subscriptions: number, rounds: readonly Round[]): SpeedFigure {
  const spread = (figure: (round: Round) => number) => spreadOf(rounds.map(figure));
  const each = (ms: number, { deliveries }: Run): number => (ms * 1000) / deliveries;
  return {
    subscriptions,
    deliveries: rounds[0]?.service.deliveries ?? 0,
    servicePerSecond: spread(({ service }) => perSecond(service)),
    plainPerSecond: spread(({ plain }) => perSecond(plain)),
    ratio: spread(({ service, plain }) => perSecond(service) / perSecond(plain)),
    cpuMicroseconds: {
      service: spread(({ service }) => each(service.cpuMs, service)),
      database: spread(({ service }) => each(service.databaseCpuMs, service)),
      plain: spread(({ plain }) => each(plain.cpuMs, plain)),
    },
  };
}

function perSecond({ deliveries, ms }: Run): number {
  return (deliveries / ms) * 1000;
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString("en");
}
