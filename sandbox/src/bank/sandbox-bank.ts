import {
  type Bank,
  type BankFile,
  BankUnavailableError,
  type DeliveredEntry,
  type DeliveredFile,
  RefusalError,
  type SandboxBank,
  type SandboxBankOptions,
  sandboxIdentity,
  type TenantId,
} from "@florin/service/sandbox-ports";
import { selectClocks, selectDeliveries } from "./bank-store.ts";
import { timesOf } from "./bank-time.ts";
import { noTrouble, type TroublePlan } from "./chance.ts";
import { createTrouble, type SandboxTrouble } from "./faults.ts";
import { putFileAway, readArchivedFiles, selectWaitingFiles } from "./file-store.ts";
import { nextFileAt } from "./next-file.ts";
import { readTime, readTimeOf } from "./open-bank.ts";
import type { SandboxDeps } from "./sandbox-deps.ts";
import { createSimulator } from "./simulate.ts";
import { takeDelivery } from "./take-delivery.ts";
import { workOff } from "./work-off.ts";

export interface FaultySandboxBank extends SandboxBank {
  readonly trouble: SandboxTrouble;
}

export interface FaultySandboxBankOptions extends SandboxBankOptions {
  /** Random faults; none by default. */
  readonly trouble?: TroublePlan;
}

/** A simulated bank: it reads Florin's files and replies with files. Its state is in the database. */
export function createSandboxBank(options: FaultySandboxBankOptions): FaultySandboxBank {
  const { network } = options;
  const deps: SandboxDeps = { trouble: noTrouble, ...options, identity: sandboxIdentity(network) };
  return { bank: createBank(deps), simulator: createSimulator(deps), trouble: createTrouble(deps) };
}

function createBank(deps: SandboxDeps): Bank {
  const { network, identity, database } = deps;
  return {
    network,
    identity,
    now: async () => (await reach(readTime(deps, database))).now,
    times: async (rail, tenantId) => timesOf(rail, await reach(readTimeOf(deps, database, tenantId))),
    clocksAhead: () => reach(clocksAhead(deps)),
    deliver: (file) => reach(takeDelivery(deps, file)),
    collect: (limit) => reach(collect(deps, limit)),
    delivered: () => delivered(deps),
    archived: () => readArchivedFiles(database, deps),
    nextFileAt: () => reach(nextFileAt(deps)),
    putAway: (name, to) => reach(putAway(deps, name, to)),
  };
}

async function clocksAhead({ database, network }: SandboxDeps): Promise<ReadonlyMap<TenantId, number>> {
  const clocks = await selectClocks(database, { network });
  return new Map(clocks.map(({ tenantId, aheadMs }) => [tenantId, Number(aheadMs)]));
}

async function* delivered({ database, network }: SandboxDeps): AsyncGenerator<DeliveredFile> {
  for (const { name, sha256, entries } of await selectDeliveries(database, { network }))
    yield { name, sha256, entries: entries.split("\n").flatMap(parseEntry) };
}

function parseEntry(line: string): readonly DeliveredEntry[] {
  const [id = "", trace] = line.split(" ");
  return id === "" ? [] : [{ id, traceNumber: trace === "-" ? undefined : trace }];
}

async function collect(deps: SandboxDeps, limit: number): Promise<readonly BankFile[]> {
  await workOff(deps);
  const { now } = await readTime(deps, deps.database);
  return selectWaitingFiles(deps.database, deps, { now, limit });
}

async function putAway(deps: SandboxDeps, name: string, to: "archive" | "quarantine"): Promise<void> {
  const { now } = await readTime(deps, deps.database);
  await putFileAway(deps.database, { network: deps.network, name, readyAt: now, putAwayTo: to });
}

/** The bank's state is in the database: if that is unavailable, so is the bank. */
async function reach<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    // Every call of the bank uses the database, which throws refusals only when it is unavailable.
    const isAway = error instanceof RefusalError;
    throw isAway ? new BankUnavailableError("the sandbox bank is unavailable", { cause: error }) : error;
  }
}
