import { ChainUnavailableError } from "../../src/chains/chain.ts";
import type { Turn } from "../../src/db/poll-loop.ts";
import { addMs } from "../../src/kernel/instant.ts";
import { BankUnavailableError } from "../../src/rails/bank.ts";
import { KilledError } from "../chain-work.ts";
import { createBusinessWatch } from "./business-watch.ts";
import { createChance } from "./chance.ts";
import { selectNextFileAt } from "./environment-store.ts";
import { befall } from "./fate.ts";
import { fillTreasuries, foundTenants, type Tenant } from "./found-tenants.ts";
import { openAutomations } from "./open-automations.ts";
import { type Business, openBusiness } from "./open-business.ts";
import { createUsers, type Users } from "./operators.ts";
import { bootProcess, type Process } from "./process.ts";
import { runJobs } from "./run-jobs.ts";
import { countSights, type Sights } from "./sights-store.ts";

export interface BusinessPlan {
  readonly seed: number;
  /** Number of transfers to accept, after which everything runs to its end. */
  readonly transfers: number;
  /** On a database that is not distributed, whatever CITUS_DATABASE_URL is. */
  readonly isPlain?: boolean;
  /** No process is killed, and ids follow from their time: what a change does not touch stays the same. */
  readonly isSteady?: boolean;
  /** Called before the database is dropped. */
  readonly atEnd?: (business: Business) => Promise<void>;
}

export interface BusinessReport {
  readonly moments: number;
  readonly days: number;
  readonly accepted: number;
  readonly deaths: number;
  /** How transfers ended, by flow and status. */
  readonly ends: Readonly<Record<string, number>>;
  readonly sights: Sights;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const longestPauseMinutes = 40 * 60;
const longestLife = 2_000;
const mostQuietMoments = 80;
const lookEvery = 10;
const busiest = 90;
const mostRounds = 4;

/** Simulates months of business; throws with the seed and the step when an invariant is violated. */
export async function simulateBusiness(plan: BusinessPlan): Promise<BusinessReport> {
  const { seed, transfers, isPlain = false, isSteady = false, atEnd } = plan;
  const chance = createChance(seed);
  await using business = await openBusiness(chance, { isPlain, isSteady });
  const service = createService(business);
  const tenants = await foundTenants(business, service.process().deps);
  await openAutomations(business, service.process().deps, tenants);
  const users = createUsers(business, tenants);
  const watch = createBusinessWatch(business, service.errors, seed);
  const began = business.clock.now();
  let moments = 0;
  let accepted = 0;
  await fillTreasuries(business, tenants);
  // Treasuries are funded before the first request.
  for (; moments < 4; moments += 1) await passMoment(business, service);
  service.setMortal(!isSteady);
  while (accepted < transfers) {
    business.weather.roughness = chance.happens(0.5) ? 1 : 0.2;
    accepted += await liveMoment(business, service, users, tenants);
    await watch.look(moments);
    moments += 1;
  }
  business.weather.roughness = 0;
  // Refunds that waited for the treasury can succeed now.
  await fillTreasuries(business, tenants);
  service.setMortal(false);
  for (let quiet = 0; quiet < mostQuietMoments; quiet += 1) {
    for (const { book } of business.chains.values()) book.thaw();
    await service.try((process) => users.lookAfter(process));
    await passMoment(business, service);
    if (quiet % lookEvery === 0) await watch.look(moments);
    moments += 1;
    if (await watch.isAllDone()) break;
  }
  const ends = await watch.conclude(moments);
  const days = Math.round((business.clock.now() - began) / dayMs);
  const sights = await countSights(business.database);
  await atEnd?.(business);
  return { moments, days, accepted, deaths: service.deaths(), ends, sights };
}

export async function liveMoment(
  business: Business,
  service: Service,
  users: Users,
  tenants: readonly Tenant[],
): Promise<number> {
  const { chance } = business;
  const count = chance.between(0, busiest);
  const accepted = (await service.try((process) => users.ask(process, count))) ?? 0;
  await users.pay();
  await service.try((process) => users.changeTheirMinds(process));
  await service.try((process) => users.lookAfter(process));
  await befall(business, tenants);
  await passMoment(business, service);
  return accepted;
}

/** Some hours pass, and each participant acts. */
export async function passMoment(business: Business, service: Service): Promise<void> {
  const { chance, clock } = business;
  await passTime(business, service, chance.between(1, longestPauseMinutes) * minuteMs);
  for (const at of [...business.chains.keys()].keys()) {
    const living = [...business.chains.values()][at];
    await service.try(({ engines }) => engines[at]?.turn());
    for (let blocks = chance.below(4); blocks > 0; blocks -= 1) living?.mine();
    clock.advance(3_000);
    await service.try(({ engines }) => engines[at]?.turn());
    await service.try(({ scanners }) => scanners[at]?.turn());
  }
  for (let round = 0; round < mostRounds; round += 1) {
    const turn: Turn | undefined = await service.try(({ bankEngine }) => bankEngine.round());
    if (turn !== undefined && turn !== "again") break;
  }
  await service.try((process) => runJobs(business, process));
}

const oversleepRate = 0.05;

/** Files leave at their time, unless the service misses it. */
async function passTime(business: Business, service: Service, durationMs: number): Promise<void> {
  const { chance, clock, database } = business;
  const until = addMs(clock.now(), durationMs);
  for (;;) {
    const next = await selectNextFileAt(database, clock.now());
    if (next === undefined || next >= until) break;
    clock.advance(next - clock.now());
    if (!chance.happens(oversleepRate)) await service.try(({ bankEngine }) => bankEngine.round());
  }
  clock.advance(until - clock.now());
}

/** The service as seen from outside: when its process is killed, another one takes over. */
export interface Service {
  process(): Process;
  /** Undefined when it was killed, or when a chain or the bank was unreachable. */
  try<Result>(work: (process: Process) => Promise<Result> | undefined): Promise<Result | undefined>;
  deaths(): number;
  /** From now on processes are killed, or no longer. */
  setMortal(isMortal: boolean): void;
  readonly errors: unknown[];
}

export function createService(business: Business): Service {
  const errors: unknown[] = [];
  const chance = business.chance.branch();
  const note = (error: unknown): void => {
    // Errors caused by the kill itself don't count.
    if (!isSilence(error) && !isDeath(error)) errors.push(error);
  };
  const boot = (calls: number): Process => bootProcess(business, calls, note);
  // The first one lives long enough to set everything up.
  let process = boot(Number.POSITIVE_INFINITY);
  let deaths = 0;
  let isMortal = false;
  const lifespan = (): number => (isMortal ? chance.between(1, longestLife) : Number.POSITIVE_INFINITY);
  return {
    errors,
    process: () => process,
    deaths: () => deaths,
    setMortal: (isSo) => {
      isMortal = isSo;
      process = boot(lifespan());
    },
    try: async (work) => {
      try {
        return await work(process);
      } catch (error) {
        if (!isDeath(error) && !isSilence(error)) throw error;
        return undefined;
      } finally {
        if (process.life.isOver()) {
          deaths += 1;
          process = boot(lifespan());
        }
      }
    },
  };
}

/** Collects errors of work that continued after a kill. */
function isDeath(error: unknown): boolean {
  return error instanceof AggregateError ? error.errors.every(isDeath) : error instanceof KilledError;
}

function isSilence(error: unknown): boolean {
  return error instanceof ChainUnavailableError || error instanceof BankUnavailableError;
}
