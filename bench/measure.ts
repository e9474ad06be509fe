/** Results of a number of callers, each sending its next request as soon as it has the response. */
export interface Measurement {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the measured process per request. */
  readonly cpuMicroseconds: number;
  /** CPU time of the database's processes per request; NaN where the system doesn't report it. */
  readonly databaseCpuMicroseconds: number;
}

export interface Workload {
  /** Does its work once and returns the number of requests. */
  readonly callers: readonly (() => Promise<number>)[];
  /** CPU time of the measured process so far. */
  cpuMs(): Promise<number>;
  /** CPU time of the database so far, where the system reports it. */
  databaseCpuMs?(): Promise<number>;
  close(): void;
}

export async function measure(
  workload: Omit<Workload, "close">,
  warmUpMs: number,
  durationMs: number,
): Promise<Measurement> {
  await runFor(workload.callers, warmUpMs);
  const databaseCpuMs = workload.databaseCpuMs ?? (async () => Number.NaN);
  const cpuBefore = await workload.cpuMs();
  const databaseCpuBefore = await databaseCpuMs();
  const { latenciesMs, requests, elapsedMs } = await runFor(workload.callers, durationMs);
  const cpuMs = (await workload.cpuMs()) - cpuBefore;
  const databaseMs = (await databaseCpuMs()) - databaseCpuBefore;
  const sorted = Float64Array.from(latenciesMs).sort();
  return {
    perSecond: (requests / elapsedMs) * 1000,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    cpuMicroseconds: (cpuMs * 1000) / requests,
    databaseCpuMicroseconds: (databaseMs * 1000) / requests,
  };
}

/** Ends with the request that reaches one of the two limits. */
export interface WarmUp {
  readonly requests: number;
  readonly ms: number;
}

/** Long enough for the compiler: code that is not yet compiled costs up to a third more. */
export async function warmUp(callers: Workload["callers"], { requests, ms }: WarmUp): Promise<void> {
  const startMs = performance.now();
  let done = 0;
  const keepAsking = async (call: () => Promise<number>): Promise<void> => {
    while (done < requests && performance.now() - startMs < ms) {
      const count = await call();
      done += count;
    }
  };
  await Promise.all(callers.map(keepAsking));
}

/** CPU time of this process so far. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function runFor(
  callers: Workload["callers"],
  durationMs: number,
): Promise<{
  readonly latenciesMs: readonly number[];
  readonly requests: number;
  readonly elapsedMs: number;
}> {
  const latenciesMs: number[] = [];
  let requests = 0;
  const startMs = performance.now();
  const keepAsking = async (call: () => Promise<number>): Promise<void> => {
    for (let beforeMs = startMs; beforeMs - startMs < durationMs; ) {
      const done = await call();
      requests += done;
      const afterMs = performance.now();
      latenciesMs.push(afterMs - beforeMs);
      beforeMs = afterMs;
    }
  };
  await Promise.all(callers.map(keepAsking));
  return { latenciesMs, requests, elapsedMs: performance.now() - startMs };
}

export function quantileOf(values: readonly number[], share: number): number {
  return quantile(Float64Array.from(values).sort(), share);
}

/** The smallest value that at least this share of all values does not exceed. */
function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Median of each figure over the rounds, so that one disturbed round does not count. */
export function medianOf(rounds: readonly Measurement[]): Measurement {
  const middle = (figure: keyof Measurement): number =>
    quantileOf(
      rounds.map((round) => round[figure]),
      0.5,
    );
  return {
    perSecond: middle("perSecond"),
    p50Ms: middle("p50Ms"),
    p99Ms: middle("p99Ms"),
    cpuMicroseconds: middle("cpuMicroseconds"),
    databaseCpuMicroseconds: middle("databaseCpuMicroseconds"),
  };
}
