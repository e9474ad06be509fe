import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Inputs that a local node accepted, one JSON value per line, in order. A node writes an entry before it acts on it and
 * replays all entries at its next start, so a restart keeps states, ids and hashes.
 */
export interface NodeJournal {
  /** The entries in the file when it was opened. */
  readonly entries: readonly unknown[];
  /** Resolves when the operating system has the line; entries are written in the order of the calls. */
  append(entry: unknown): Promise<void>;
  /** Waits for pending writes. */
  close(): Promise<void>;
}

const maxJournalBytes = 256 * 1024 * 1024;

/** Without a path, nothing is kept. */
export async function openJournal(path: string | undefined): Promise<NodeJournal> {
  if (path === undefined) return { entries: [], append: async () => {}, close: async () => {} };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "a+", 0o600);
  try {
    return journalOver(file, path, await readWholeLines(file, path));
  } catch (error) {
    await file.close();
    throw error;
  }
}

function journalOver(file: FileHandle, path: string, lines: readonly string[]): NodeJournal {
  let last: Promise<void> = Promise.resolve();
  return {
    entries: lines.map((line, index) => parseLine(line, `${path}:${index + 1}`)),
    // A failed write may have left a partial line, so all later writes fail as well.
    append: (entry) => {
      const line = `${JSON.stringify(entry)}\n`;
      last = last.then(() => file.appendFile(line));
      return last;
    },
    close: async () => {
      await last.catch(() => {});
      await file.close();
    },
  };
}

/** A killed process may have left a partial line: it was never acknowledged, so it is dropped. */
async function readWholeLines(file: FileHandle, path: string): Promise<readonly string[]> {
  const { size } = await file.stat();
  if (size > maxJournalBytes) throw new Error(`the journal ${path} is larger than ${maxJournalBytes} bytes`);
  const bytes = await file.readFile();
  const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
  if (whole.length < bytes.length) await file.truncate(whole.length);
  return whole.length === 0 ? [] : whole.toString("utf8").slice(0, -1).split("\n");
}

function parseLine(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(`the journal is damaged at ${place}; remove it to start a new local chain`, { cause });
  }
}
