import type { Bank } from "../../rails/bank.ts";
import type { BankSimulator } from "../../rails/bank-simulator.ts";
import { timesOf } from "./bank-time.ts";
import { noTrouble, type TroublePlan } from "./chance.ts";
import { putFileAway, selectWaitingFiles } from "./file-store.ts";
import { readTime } from "./open-bank.ts";
import type { SandboxDeps } from "./sandbox-deps.ts";
import { sandboxIdentity } from "./sandbox-identity.ts";
import { createSimulator } from "./simulate.ts";
import { takeDelivery } from "./take-delivery.ts";
import { createTrouble, type SandboxTrouble } from "./trouble.ts";
import { workOff } from "./work-off.ts";

export interface SandboxBank {
  readonly bank: Bank;
  readonly simulator: BankSimulator;
  readonly trouble: SandboxTrouble;
}

export interface SandboxBankOptions extends Omit<SandboxDeps, "identity" | "trouble"> {
  /** Trouble by chance; none unless it is asked for. */
  readonly trouble?: TroublePlan;
}

/** A bank for trying things out: it reads our files and answers with files. All it knows is in the database. */
export function createSandboxBank(options: SandboxBankOptions): SandboxBank {
  const { network } = options;
  const deps: SandboxDeps = { trouble: noTrouble, ...options, identity: sandboxIdentity(network) };
  return { bank: createBank(deps), simulator: createSimulator(deps), trouble: createTrouble(deps) };
}

function createBank(deps: SandboxDeps): Bank {
  const { network, identity, database } = deps;
  return {
    network,
    identity,
    now: async () => (await readTime(deps, database)).now,
    times: async (rail) => timesOf(rail, await readTime(deps, database)),
    deliver: (file) => takeDelivery(deps, file),
    collect: async (limit) => {
      await workOff(deps);
      const { now } = await readTime(deps, database);
      return selectWaitingFiles(database, deps, { now, limit });
    },
    putAway: async (name, to) => {
      const { now } = await readTime(deps, database);
      await putFileAway(database, network, { name, to, now });
    },
  };
}
