import type { Network, NewId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { BankIdentity } from "../bank.ts";
import type { MessageSettings } from "../message-settings.ts";
import type { FileNumbers } from "./bank-reference.ts";
import type { DueRow, FiledEntry } from "./queue-store.ts";
import type { EntryContent } from "./sealed-entry.ts";

/** A due entry with its opened content. */
export interface DueEntry {
  readonly row: DueRow;
  readonly content: EntryContent;
}

export interface WriteContext {
  readonly network: Network;
  readonly identity: BankIdentity;
  readonly messages: MessageSettings;
  /** The bank's clock. */
  readonly now: Instant;
  readonly newId: NewId;
  readonly numbers: FileNumbers;
}

export interface WrittenFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly entries: readonly FiledEntry[];
}

export interface WrittenFiles {
  readonly files: readonly WrittenFile[];
  readonly unwritable: readonly UnwritableEntry[];
}

export interface UnwritableEntry {
  readonly entry: DueEntry;
  readonly error: unknown;
}

/**
 * Writes entries into one file. An entry that cannot be written must not block the others: they are halved until it is
 * alone.
 */
export function writeOrHalve(
  entries: readonly DueEntry[],
  write: (entries: readonly DueEntry[]) => WrittenFile,
): WrittenFiles {
  const [first] = entries;
  if (first === undefined) return { files: [], unwritable: [] };
  try {
    return { files: [write(entries)], unwritable: [] };
  } catch (error) {
    if (entries.length === 1) return { files: [], unwritable: [{ entry: first, error }] };
  }
  const middle = Math.ceil(entries.length / 2);
  return allFiles([
    writeOrHalve(entries.slice(0, middle), write),
    writeOrHalve(entries.slice(middle), write),
  ]);
}

export function allFiles(written: readonly WrittenFiles[]): WrittenFiles {
  return {
    files: written.flatMap(({ files }) => files),
    unwritable: written.flatMap(({ unwritable }) => unwritable),
  };
}

/** Groups in order of their first element. */
export function groupedBy(
  entries: readonly DueEntry[],
  keyOf: (entry: DueEntry) => string,
): readonly (readonly DueEntry[])[] {
  const groups = new Map<string, DueEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}
