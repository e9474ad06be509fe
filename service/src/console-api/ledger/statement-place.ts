import { instantFromMs } from "../../kernel/instant.ts";
import type { StatementEntry } from "../../ledger/index.ts";

export type EntryPlace = Pick<StatementEntry, "at" | "sequence" | "position">;

/** Position of an entry in a cursor. */
export function positionOfEntry({ at, sequence, position }: EntryPlace): string {
  return `${at}:${sequence}:${position}`;
}

/** Cursors are signed, so this is always the output of `positionOfEntry`. */
export function placeOfEntry(text: string): EntryPlace {
  const [at = "0", sequence = "0", last = "0"] = text.split(":");
  return { at: instantFromMs(Number(at)), sequence: BigInt(sequence), position: Number(last) };
}
