import { setTimeout as sleep } from "node:timers/promises";
import { quantileOf, type Workload } from "../measure.ts";

/** Latencies at a fixed rate, from the time at which each request was due. */
export interface OpenLoopFigure {
  readonly rate: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly cpuMicroseconds: number;
  readonly databaseCpuMicroseconds: number;
}

export interface OpenLoopOptions {
  /** Requests per second. */
  readonly rate: number;
  readonly seconds: number;
  databaseCpuMs(): Promise<number>;
}

/**
 * Each request is due at its own time, whether or not earlier ones have their responses, as with clients that do not
 * know of one another. A request that has to wait for a free connection is late, which counts: otherwise a slow service
 * would be measured with fewer requests than a fast one (coordinated omission).
 */
export async function measureOpenLoop(
  { callers, cpuMs }: Pick<Workload, "callers" | "cpuMs">,
  { rate, seconds, databaseCpuMs }: OpenLoopOptions,
): Promise<OpenLoopFigure> {
  const before = [await cpuMs(), await databaseCpuMs()] as const;
  const { latenciesMs, elapsedMs } = await sendAtRate(callers, rate, rate * seconds);
  const after = [await cpuMs(), await databaseCpuMs()] as const;
  return {
    rate,
    perSecond: (latenciesMs.length / elapsedMs) * 1000,
    p50Ms: quantileOf(latenciesMs, 0.5),
    p99Ms: quantileOf(latenciesMs, 0.99),
    p999Ms: quantileOf(latenciesMs, 0.999),
    cpuMicroseconds: ((after[0] - before[0]) * 1000) / latenciesMs.length,
    databaseCpuMicroseconds: ((after[1] - before[1]) * 1000) / latenciesMs.length,
  };
}

/** A timer may be late by about as much, which counts as latency. */
const pollMs = 1;

export async function sendAtRate(
  callers: Workload["callers"],
  rate: number,
  requests: number,
): Promise<{ readonly latenciesMs: readonly number[]; readonly elapsedMs: number }> {
  const latenciesMs: number[] = [];
  const dueMs: number[] = [];
  const idle = [...callers];
  const failures: unknown[] = [];
  const inFlight = new Set<Promise<void>>();
  const startMs = performance.now();
  const sendAll = (): void => {
    while (dueMs.length > 0 && idle.length > 0) {
      const [call, due] = [idle.pop(), dueMs.shift()];
      if (call === undefined || due === undefined) return;
      const sent = send(call, due).finally(() => inFlight.delete(sent));
      inFlight.add(sent);
    }
  };
  const send = async (call: () => Promise<number>, due: number): Promise<void> => {
    try {
      await call();
    } catch (error) {
      failures.push(error);
      return;
    }
    latenciesMs.push(performance.now() - due);
    idle.push(call);
    sendAll();
  };
  for (let planned = 0; planned < requests && failures.length === 0; ) {
    const nowMs = performance.now();
    for (; planned < requests && startMs + (planned * 1000) / rate <= nowMs; planned += 1)
      dueMs.push(startMs + (planned * 1000) / rate);
    sendAll();
    await sleep(pollMs);
  }
  while (inFlight.size > 0) await Promise.all(inFlight);
  if (failures.length > 0) throw failures[0];
  return { latenciesMs, elapsedMs: performance.now() - startMs };
}
