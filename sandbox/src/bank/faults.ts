import { addMs, type Transaction } from "@florin/service/sandbox-ports";
import { holdFilesBack, insertFiles, selectFile } from "./file-store.ts";
import { endingOf, fileNameOf } from "./numbers.ts";
import { closeBank, openBank } from "./open-bank.ts";
import type { SandboxDeps } from "./sandbox-deps.ts";

/** Faults of banks with files, on demand; for tests and simulations. */
export interface SandboxTrouble {
  /** Writes a file again with the same bytes. False if there is none of that name. */
  repeatFile(tx: Transaction, name: string, as: "same_name" | "other_name"): Promise<boolean>;
  /** Delays waiting files until this time has passed at the bank; returns how many. */
  holdFilesBack(tx: Transaction, forMs: number): Promise<number>;
}

export function createTrouble(deps: SandboxDeps): SandboxTrouble {
  return {
    repeatFile: (tx, name, as) => repeatFile(deps, tx, name, as),
    holdFilesBack: async (tx, forMs) => {
      const { time } = await openBank(deps, tx);
      return holdFilesBack(tx, deps.network, addMs(time.now, forMs));
    },
  };
}

async function repeatFile(
  deps: SandboxDeps,
  tx: Transaction,
  name: string,
  as: "same_name" | "other_name",
): Promise<boolean> {
  const bank = await openBank(deps, tx);
  const file = await selectFile(tx, deps, name);
  if (file === undefined) return false;
  const number = bank.numbers.take();
  const repeatedName = as === "same_name" ? name : fileNameOf(deps.network, number, endingOf(name));
  await insertFiles(tx, deps, [{ number, name: repeatedName, bytes: file.bytes, readyAt: bank.time.now }]);
  await closeBank(tx, bank);
  return true;
}
