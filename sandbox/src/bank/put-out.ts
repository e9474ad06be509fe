import type { Transaction } from "@florin/service/sandbox-ports";
import { nextOpeningAfter } from "./bank-time.ts";
import { fileTroubleByChance } from "./chance.ts";
import { insertFiles, type ReplyFile } from "./file-store.ts";
import { endingOf, fileNameOf } from "./numbers.ts";
import type { OpenBank } from "./open-bank.ts";
import type { NumberedFile } from "./reply-files.ts";
import type { SandboxDeps } from "./sandbox-deps.ts";

/** Delay of a late file in `seconds` mode, as a multiple of the usual delay. */
const lateDelays = 10;

/** Stores files before they are returned. Faults make some late, and some appear twice. */
export async function putOut(
  deps: SandboxDeps,
  tx: Transaction,
  bank: Pick<OpenBank, "time" | "numbers">,
  files: readonly NumberedFile[],
): Promise<void> {
  const withFaults = files.flatMap((file) => withTrouble(deps, bank, file));
  await insertFiles(tx, deps, withFaults);
}

function withTrouble(
  { network, trouble }: SandboxDeps,
  { time, numbers }: Pick<OpenBank, "time" | "numbers">,
  file: NumberedFile,
): readonly ReplyFile[] {
  const lateMs =
    time.mode === "seconds" ? lateDelays * time.secondsDelayMs : nextOpeningAfter(time.now) - time.now;
  const { readyAt, repeat } = fileTroubleByChance(trouble, time.now, lateMs);
  const first = { ...file, readyAt };
  if (repeat === undefined) return [first];
  const number = numbers.take();
  const name = repeat.as === "same_name" ? file.name : fileNameOf(network, number, endingOf(file.name));
  return [first, { number, name, bytes: file.bytes, readyAt: repeat.readyAt }];
}
