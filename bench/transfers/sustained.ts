import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "../../service/src/db/pool.ts";
import { createKeyRing } from "../../service/src/kernel/envelope.ts";
import { parseId } from "../../service/src/kernel/id.ts";
import { unaudited } from "../../service/test/unaudited.ts";
import type { BenchServer } from "../http/server.ts";
import type { Progress } from "../ledger/progress.ts";
import { warmUp } from "../measure.ts";
import { poolOptions } from "../pool-options.ts";
import { endpointUrl } from "../webhooks/endpoints.ts";
import { subscribe } from "../webhooks/environment.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { type Backlog, isFlat } from "./backlog.ts";
import { readBacklog } from "./backlog-store.ts";
import { countCalls } from "./counted-calls.ts";
import { sendAtRate } from "./open-loop.ts";
import type { BenchOptions } from "./options.ts";
import { serviceVariant } from "./service-variant.ts";
import type { Stage } from "./stage.ts";
import type { OpenedVariant } from "./variant.ts";

/** A service with its workers under load for a long time. */
export interface SustainedFigure {
  readonly perSecond: number;
  readonly cpuMicroseconds: number;
  readonly databaseCpuMicroseconds: number;
  readonly backlog: readonly BacklogSample[];
  readonly isFlat: boolean;
}

export interface BacklogSample extends Backlog {
  readonly atSeconds: number;
  readonly perSecond: number;
}

export interface SustainedSetting {
  readonly stage: Stage;
  readonly options: Pick<BenchOptions, "warmUp">;
  readonly minutes: number;
  /** Requests per second; as many as the service accepts if there is none. */
  readonly rate: number | undefined;
  readonly closers: (() => Promise<void>)[];
  readonly progress: Progress;
}

const callers = 64;
const samples = 30;

/**
 * With all workers except those of chains, which have no node here: their operations stay queued. One webhook endpoint
 * on this machine gets all events. Deferred work counts, because it is done meanwhile, or its backlog grows.
 */
export async function measureSustained(setting: SustainedSetting): Promise<SustainedFigure> {
  const { stage, options, minutes, closers } = setting;
  await openEndpoint(stage, closers);
  const server = await stage.startService({ FLORIN_ROLES: "api,worker", ...webhooksOnLoopback });
  const opened = await serviceVariant(server, stage.env, [callers]).open("spread", callers);
  try {
    await warmUp(opened.callers, options.warmUp);
    return await measure(setting, server, opened, minutes * 60);
  } finally {
    await opened.close();
  }
}

const webhooksOnLoopback = { WEBHOOK_ALLOW_HTTP: "on", WEBHOOK_ALLOW_PRIVATE: "on" };

async function openEndpoint(
  { target, masterKey, env }: Stage,
  closers: SustainedSetting["closers"],
): Promise<void> {
  const receiver = startReceiver();
  closers.push(() => receiver.close());
  const [port = 0] = await receiver.ask("open", 1);
  const database = createDatabase(poolOptions(target));
  try {
    // The id of a managing account is that of its tenant.
    const managing = parseId<"account">(env.tenantIds[0] ?? "");
    if (managing === undefined) throw new Error("there is no tenant");
    const urlOf = (endpoint: number): string => endpointUrl(port, "prompt", endpoint);
    const options = { keyRing: createKeyRing(masterKey), urlOf };
    await database.transaction((tx) => subscribe(unaudited(tx), options, managing, managing, 0));
  } finally {
    await database.close();
  }
}

async function measure(
  { stage, rate, progress }: SustainedSetting,
  server: BenchServer,
  opened: OpenedVariant,
  seconds: number,
): Promise<SustainedFigure> {
  const counted = countCalls(opened.callers);
  const cpu = async (): Promise<readonly [number, number]> => [
    await server.cpuMs(),
    await stage.databaseCpuMs(),
  ];
  const before = await cpu();
  const startMs = performance.now();
  const sent =
    rate === undefined
      ? warmUp(counted.callers, { requests: Number.POSITIVE_INFINITY, ms: seconds * 1000 })
      : sendAtRate(counted.callers, rate, rate * seconds);
  const sampled = sampleBacklog(stage, { seconds, startMs, accepted: counted.accepted, progress });
  await sent;
  const elapsedMs = performance.now() - startMs;
  const after = await cpu();
  const backlog = await sampled;
  const accepted = counted.accepted();
  const perSecond = (accepted / elapsedMs) * 1000;
  return {
    perSecond,
    cpuMicroseconds: ((after[0] - before[0]) * 1000) / accepted,
    databaseCpuMicroseconds: ((after[1] - before[1]) * 1000) / accepted,
    backlog,
    isFlat: isFlat(backlog, perSecond),
  };
}

interface Sampling {
  readonly seconds: number;
  readonly startMs: number;
  readonly progress: Progress;
  accepted(): number;
}

async function sampleBacklog(
  { target }: Stage,
  { seconds, startMs, accepted, progress }: Sampling,
): Promise<readonly BacklogSample[]> {
  const taken: BacklogSample[] = [];
  for (let sample = 1, before = 0; sample <= samples; sample += 1) {
    const dueMs = startMs + (sample * seconds * 1000) / samples;
    await sleep(Math.max(0, dueMs - performance.now()));
    const count = accepted();
    const perSecond = (count - before) / (seconds / samples);
    before = count;
    const backlog = await readBacklog(target);
    taken.push({ ...backlog, atSeconds: (performance.now() - startMs) / 1000, perSecond });
    progress(
      `${Math.round(perSecond)}/s, events not dispatched ${backlog.events}, deliveries ${backlog.deliveries}`,
    );
  }
  return taken;
}
