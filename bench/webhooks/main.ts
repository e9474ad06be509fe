import { randomBytes } from "node:crypto";
import { constants } from "node:os";
import { openPostgres } from "../bench-postgres.ts";
import { createDatabaseCpuMeter } from "../ledger/database-cpu.ts";
import { createProgress } from "../ledger/progress.ts";
import { renderMachine } from "../machine.ts";
import { endpointUrl, planTenants } from "./endpoints.ts";
import {
  type Goal,
  isolationGoal,
  type LatencyFigure,
  latencyGoal,
  type SpeedFigure,
  speedGoal,
} from "./goals.ts";
import { measureIsolation } from "./isolation.ts";
import { measureLatency } from "./latency.ts";
import { type BenchOptions, parseOptions } from "./options.ts";
import { startPlainLoop } from "./plain-loop.ts";
import { startReceiver } from "./receiver.ts";
import { renderGoal, renderIsolation, renderLatencies, renderSpeeds } from "./report.ts";
import { measureSpeed } from "./speed.ts";
import { openScene, type Stage } from "./stage.ts";
import { startWorker } from "./worker.ts";

type Closers = (() => Promise<void>)[];

const exitCodeForMissedGoal = 1;

/** Compares webhook deliveries to a local receiver with a plain loop that posts the same bodies. */
async function main(options: BenchOptions): Promise<void> {
  const closers: Closers = [];
  const close = (): Promise<void> => closeAll(closers);
  closeWhenStopped(close);
  try {
    const stage = await openStage(options, closers);
    const goals: Goal[] = [];
    if (options.parts.includes("delivery")) goals.push(...(await delivery(stage, closers)));
    if (options.parts.includes("isolation")) goals.push(...(await isolation(stage, closers)));
    notify(goals.map(renderGoal).join("\n"));
    if (!goals.every(({ isMet }) => isMet)) process.exitCode = exitCodeForMissedGoal;
  } finally {
    await close();
  }
}

async function openStage(options: BenchOptions, closers: Closers): Promise<Stage> {
  const { server, facts } = await openPostgres(closers);
  notify(renderMachine(facts));
  const [receiver, worker, plain] = [startReceiver(), startWorker(), startPlainLoop()];
  for (const child of [receiver, plain, worker]) closers.push(child.close);
  return {
    options,
    server,
    masterKey: randomBytes(32),
    receiver,
    worker,
    plain,
    progress: createProgress((text) => process.stderr.write(text)),
    databaseCpuMs: await createDatabaseCpuMeter(server.adminTarget),
  };
}

async function delivery(stage: Stage, closers: Closers): Promise<readonly Goal[]> {
  const speeds: SpeedFigure[] = [];
  const latencies: LatencyFigure[] = [];
  for (const subscriptions of stage.options.subscriptions) {
    const ports = await stage.receiver.ask("open", subscriptions);
    const scene = await openScene(stage, {
      name: `bench_${subscriptions}`,
      tenants: planTenants(subscriptions),
      urlOf: (endpoint) => endpointUrl(ports[endpoint] ?? 0, "prompt", endpoint),
    });
    closers.push(scene.close);
    const speed = await measureSpeed(stage, scene, subscriptions, ports);
    speeds.push(speed);
    latencies.push(await measureLatency(stage, scene, subscriptions, speed.servicePerSecond.median / 2));
  }
  notify(renderSpeeds(speeds), renderLatencies(latencies));
  return [...speeds.map(speedGoal), ...latencies.map(latencyGoal)];
}

async function isolation(stage: Stage, closers: Closers): Promise<readonly Goal[]> {
  const figure = await measureIsolation(stage, closers);
  notify(renderIsolation(figure));
  return [isolationGoal(figure)];
}

/** Closes the latest first; a failure does not keep the others open and is reported at the end. */
async function closeAll(closers: Closers): Promise<void> {
  const problems: unknown[] = [];
  for (const closer of closers.splice(0).toReversed()) {
    await closer().catch((error: unknown) => problems.push(error));
  }
  if (problems.length > 0) throw new AggregateError(problems, "not everything could be closed");
}

/** The embedded database would otherwise outlive the benchmark. */
function closeWhenStopped(close: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void close().finally(() => process.exit(128 + constants.signals[signal])));
  }
}

function notify(...parts: readonly string[]): void {
  process.stdout.write(`${parts.join("\n\n")}\n\n`);
}

await main(parseOptions(process.argv.slice(2)));
