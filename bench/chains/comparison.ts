import type { ConnectionTarget } from "../../service/src/db/pool.ts";
import { ownCpuMs } from "../measure.ts";
import { checkBooks, readBooks } from "./books.ts";
import type { BenchChain, Pace } from "./options.ts";
import { prepareRaw } from "./raw-sender.ts";
import { type BenchService, openService } from "./service.ts";
import { runService, type ServiceRun } from "./service-run.ts";
import { type BenchTenant, openTenant } from "./tenant.ts";

/** Measured rounds of one chain at one pace. */
export interface Comparison {
  readonly chain: BenchChain;
  readonly pace: Pace;
  /** Name of the RPC node, as it reports it. */
  readonly node: string;
  readonly count: number;
  readonly rounds: readonly Round[];
}

export interface Round {
  readonly service: ServiceRun;
  readonly serviceCpu: CpuUse;
  readonly rawMs: number;
  readonly rawCpu: CpuUse;
}

/** CPU time; more meaningful than wall-clock time on a busy machine. */
export interface CpuUse {
  /** Of this process: the service with the submitting client, or the raw sender. */
  readonly ownMs: number;
  readonly nodeMs: number;
}

export interface ComparisonPlan {
  readonly target: ConnectionTarget;
  readonly chain: BenchChain;
  readonly pace: Pace;
  readonly count: number;
  readonly rounds: number;
  readonly progress: (message: string) => void;
}

/** Measures the service and the raw sender alternately; each goes first equally often. */
export async function compare(plan: ComparisonPlan, closers: (() => Promise<void>)[]): Promise<Comparison> {
  const { chain, pace, count, progress } = plan;
  const service = await openService(plan, closers);
  const tenant = await openTenant(service);
  await warmUp(service, tenant, count);
  const rounds: Round[] = [];
  for (let round = 1; round <= plan.rounds; round += 1) {
    const measured = await measureRound(service, tenant, { count, isRawFirst: round % 2 === 0 });
    rounds.push(measured);
    progress(
      `${chain}, ${pace.name}, round ${round} of ${plan.rounds}: ` +
        `service ${Math.round(measured.service.ms)} ms, raw ${Math.round(measured.rawMs)} ms`,
    );
  }
  const { node } = await service.chain.head();
  return { chain, pace, node, count, rounds };
}

const maxWarmUp = 64;

/** The first transfer of each pair runs alone, because it may have to open a token account. */
async function warmUp(service: BenchService, tenant: BenchTenant, count: number): Promise<void> {
  for (const some of [1, Math.min(count, maxWarmUp)]) {
    await runService(service, tenant, some);
    await (await prepareRaw(service, tenant, some))();
  }
}

async function measureRound(
  service: BenchService,
  tenant: BenchTenant,
  { count, isRawFirst }: { readonly count: number; readonly isRawFirst: boolean },
): Promise<Round> {
  const before = await readBooks(service, tenant);
  const measureRaw = async () => {
    const feed = await prepareRaw(service, tenant, count);
    return withCpu(service, feed);
  };
  const first = isRawFirst ? await measureRaw() : undefined;
  const measured = await withCpu(service, () => runService(service, tenant, count));
  const raw = first ?? (await measureRaw());
  checkBooks(before, await readBooks(service, tenant), { service: count, raw: count });
  return { service: measured.result, serviceCpu: measured.cpu, rawMs: raw.result, rawCpu: raw.cpu };
}

async function withCpu<T>(
  { node }: BenchService,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly cpu: CpuUse }> {
  const [nodeMs, ownMs] = [await node.cpuMs(), ownCpuMs()];
  const result = await work();
  return { result, cpu: { ownMs: ownCpuMs() - ownMs, nodeMs: (await node.cpuMs()) - nodeMs } };
}
