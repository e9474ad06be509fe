import type { ConnectionTarget } from "../../service/src/db/pool.ts";
import { checkBooks, readBooks } from "./books.ts";
import type { BenchChain, Pace } from "./options.ts";
import { runRaw } from "./raw-way.ts";
import { type BenchService, openService } from "./service.ts";
import { runService, type ServiceRun } from "./service-way.ts";
import { type BenchTenant, openTenant } from "./tenant.ts";

/** One chain at one pace: what each round has measured. */
export interface Comparison {
  readonly chain: BenchChain;
  readonly pace: Pace;
  /** How the node calls itself. */
  readonly node: string;
  readonly count: number;
  readonly rounds: readonly Round[];
}

export interface Round {
  readonly service: ServiceRun;
  readonly rawMs: number;
}

export interface ComparisonPlan {
  readonly target: ConnectionTarget;
  readonly chain: BenchChain;
  readonly pace: Pace;
  readonly count: number;
  readonly rounds: number;
  readonly progress: (message: string) => void;
}

/** The service and the raw node in turns, each going first as often as the other. */
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

/** The first transfer of each pair alone: it may have to open an account for the token. */
async function warmUp(service: BenchService, tenant: BenchTenant, count: number): Promise<void> {
  for (const some of [1, Math.min(count, maxWarmUp)]) {
    await runService(service, tenant, some);
    await runRaw(service, tenant, some);
  }
}

async function measureRound(
  service: BenchService,
  tenant: BenchTenant,
  { count, isRawFirst }: { readonly count: number; readonly isRawFirst: boolean },
): Promise<Round> {
  const before = await readBooks(service, tenant);
  let rawMs = isRawFirst ? await runRaw(service, tenant, count) : 0;
  const run = await runService(service, tenant, count);
  if (!isRawFirst) rawMs = await runRaw(service, tenant, count);
  checkBooks(before, await readBooks(service, tenant), { service: count, raw: count });
  return { service: run, rawMs };
}
