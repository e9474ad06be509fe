import { randomBytes } from "node:crypto";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "../../service/src/db/migrate.ts";
import { createDatabase } from "../../service/src/db/pool.ts";
import { tables } from "../../service/src/tables.ts";
import { type BenchPostgres, openPostgres } from "../bench-postgres.ts";
import { startServer } from "../http/server.ts";
import { createProgress, type Progress } from "../ledger/progress.ts";
import { renderMachine } from "../machine.ts";
import { type Measurement, measure, type Workload } from "../measure.ts";
import { poolOptions } from "../pool-options.ts";
import { type BenchEnvironment, createEnvironment } from "../transfers/environment.ts";
import { renderGoal } from "../transfers/report.ts";
import { serviceVariant } from "../transfers/service-variant.ts";
import { type IsolationFigure, isolationGoal } from "./goals.ts";
import { type LedgerLocks, openLedgerLocks } from "./locks-store.ts";
import { type BenchOptions, parseOptions } from "./options.ts";
import { renderIsolation } from "./report.ts";

const exitCodeForMissedGoal = 1;
const pollMs = 10;
/** Requests that arrive together would share one batch. */
const betweenRequestsMs = 5;

/** Compares a tenant's transfers alone with its transfers while the ledgers of other tenants are locked. */
async function main(options: BenchOptions): Promise<void> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  closeWhenStopped(close);
  try {
    const postgres = await openPostgres(closers);
    report(renderMachine(postgres.facts));
    const figure = await measureIsolation(postgres, options, closers);
    const goal = isolationGoal(figure);
    report(renderIsolation(figure), renderGoal(goal));
    if (!goal.isMet) process.exitCode = exitCodeForMissedGoal;
  } finally {
    await close();
  }
}

async function measureIsolation(
  { server: { target } }: BenchPostgres,
  options: BenchOptions,
  closers: (() => Promise<void>)[],
): Promise<IsolationFigure> {
  const progress = createProgress((text) => process.stderr.write(text));
  await migrate({ tables, target });
  const database = createDatabase(poolOptions(target));
  closers.push(() => database.close());
  const masterKey = randomBytes(32);
  const { lockedTenants, waitingRequests } = options;
  const env = await createEnvironment({ accounts: 1, tenants: 1 + lockedTenants, database, masterKey });
  const server = await startServer({ target, masterKeyHex: masterKey.toString("hex") });
  closers.push(() => server.stop());
  const open = async (tenant: number, callers: number): Promise<Omit<Workload, "close">> => {
    const variant = serviceVariant(server, ofTenant(env, tenant), [callers]);
    const opened = await variant.open("tenants", callers);
    closers.push(() => opened.close());
    return opened;
  };
  const measured = await open(0, 1);
  const lockedWorkloads: Omit<Workload, "close">[] = [];
  for (let tenant = 1; tenant <= lockedTenants; tenant += 1)
    lockedWorkloads.push(await open(tenant, waitingRequests));
  const locks = await openLedgerLocks(target, env.tenantIds.slice(-lockedTenants));
  closers.push(() => locks.close());
  return compare({
    options,
    measured,
    lockedCallers: lockedWorkloads.flatMap(({ callers }) => callers),
    locks,
    progress,
  });
}

/** With one of the tenants that have one address each. */
function ofTenant(env: BenchEnvironment, tenant: number): BenchEnvironment {
  return { ...env, payers: { ...env.payers, tenants: env.payers.tenants.slice(tenant, tenant + 1) } };
}

interface Comparison {
  readonly options: BenchOptions;
  readonly measured: Omit<Workload, "close">;
  readonly lockedCallers: Workload["callers"];
  readonly locks: LedgerLocks;
  readonly progress: Progress;
}

async function compare(given: Comparison): Promise<IsolationFigure> {
  const { options, measured, progress } = given;
  progress("warming up");
  await measure(measured, 0, options.warmUpMs);
  const figure = { alone: [] as Measurement[], besideLocked: [] as Measurement[] };
  for (let round = 1; round <= options.rounds; round += 1) {
    const parts = [
      async () => figure.alone.push(await measureOnce(given)),
      async () => figure.besideLocked.push(await measureBesideLocked(given)),
    ];
    for (const part of round % 2 === 1 ? parts : parts.toReversed()) await part();
    const p99s = [figure.alone, figure.besideLocked].map((rounds) => `${rounds.at(-1)?.p99Ms.toFixed(1)} ms`);
    progress(`round ${round} of ${options.rounds}: p99 ${p99s.join(", beside locked tenants ")}`);
  }
  return figure;
}

function measureOnce({ options, measured }: Comparison): Promise<Measurement> {
  return measure(measured, 0, options.seconds * 1_000);
}

/** Each caller of a locked tenant has a request that waits, until the lock is released. */
async function measureBesideLocked(given: Comparison): Promise<Measurement> {
  const { options, lockedCallers, locks } = given;
  const state = { isLocked: true, accepted: 0 };
  await locks.lock();
  const callers: Promise<void>[] = [];
  const keepRequesting = async (call: () => Promise<number>): Promise<void> => {
    while (state.isLocked) if ((await isAccepted(call)) && state.isLocked) state.accepted += 1;
  };
  for (const call of lockedCallers) {
    callers.push(keepRequesting(call));
    await sleep(betweenRequestsMs);
  }
  while ((await locks.waiting()) < options.lockedTenants) await sleep(pollMs);
  const measurement = await measureOnce(given);
  state.isLocked = false;
  await locks.release();
  await Promise.all(callers);
  if (state.accepted > 0) throw new Error(`${state.accepted} transfers of locked tenants were accepted`);
  return measurement;
}

/** False if the request was refused because of the lock; its caller sends the next one. */
async function isAccepted(call: () => Promise<number>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("unexpected response: HTTP/1.1 503")) return false;
    throw error;
  }
}

/** The embedded database would otherwise outlive the benchmark. */
function closeWhenStopped(close: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void close().finally(() => process.exit(128 + constants.signals[signal])));
  }
}

function report(...parts: readonly string[]): void {
  process.stdout.write(`${parts.join("\n\n")}\n\n`);
}

await main(parseOptions(process.argv.slice(2)));
