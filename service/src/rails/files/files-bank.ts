import type { Network } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { Bank, BankIdentity } from "../bank.ts";
import { railTimes } from "../calendar/rail-times.ts";
import { deliverFile } from "./deliver-file.ts";
import { assertOwnName } from "./file-name.ts";
import type { FilePlace } from "./file-place.ts";
import { createWaitingFiles } from "./waiting-files.ts";

export interface FilesBankDeps {
  readonly network: Network;
  readonly identity: BankIdentity;
  readonly clock: Clock;
  /** Lead time that the bank requires before a cut-off. */
  readonly leadMinutes: number;
  readonly place: FilePlace;
  /** How long a file in the inbox must be unchanged to count as complete. */
  readonly settleMs?: number;
}

export interface FilesBank extends Bank {
  close(): Promise<void>;
}

const defaultSettleMs = 3_000;

/** A bank that exchanges files in folders. Its cut-offs are those of the Federal Reserve, less the lead time. */
export function createFilesBank(deps: FilesBankDeps): FilesBank {
  const { network, identity, clock, leadMinutes, place, settleMs = defaultSettleMs } = deps;
  const waiting = createWaitingFiles(place, clock, settleMs);
  const inTurn = createTurns();
  return {
    network,
    identity,
    now: async () => clock.now(),
    times: async (rail) => railTimes(rail, clock.now(), leadMinutes),
    deliver: async (file) => {
      assertOwnName(file.name);
      await inTurn(() => deliverFile(place, file));
    },
    collect: (limit) => inTurn(() => waiting.collect(limit)),
    putAway: async (name, to) => {
      assertOwnName(name);
      await inTurn(() => waiting.putAway(name, to));
    },
    close: () => place.close(),
  };
}

/** Serializes operations: concurrent deliveries of one file would conflict over its temporary name. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}
