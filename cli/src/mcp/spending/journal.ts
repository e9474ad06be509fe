import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { CommandError } from "../../failure.ts";
import { type Entry, readEntry } from "./entry.ts";

/** An append-only file of spending, shared by all servers of an application on this machine. */
export interface Journal {
  readonly path: string;
  read(): Promise<readonly Entry[]>;
  /** On disk when it returns. */
  append(entry: Entry): Promise<void>;
}

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;
const othersMask = 0o077;

/** Creates the file if there is none. */
export async function openJournal(path: string): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true, mode: ownerOnlyFolder });
  const journal = { path, read: () => readJournal(path), append: (entry: Entry) => appendTo(path, entry) };
  await journal.read();
  await syncFolder(dirname(path));
  return journal;
}

async function readJournal(path: string): Promise<readonly Entry[]> {
  await using file = await open(path, "a+", ownerOnly);
  const stat = await file.stat();
  if (!stat.isFile() || (stat.mode & othersMask) !== 0) {
    throw new CommandError(`${path} must be a file that only its owner can access (mode 600)`);
  }
  const lines = (await file.readFile("utf8")).split("\n");
  // The last line is complete only with its end.
  if (lines.pop() !== "") throw unreadable(path, lines.length + 1);
  return lines.map((line, index) => {
    const entry = readEntry(line);
    if (entry === undefined) throw unreadable(path, index + 1);
    return entry;
  });
}

function unreadable(path: string, line: number): CommandError {
  return new CommandError(`line ${line} of ${path} is not readable, so the amount spent is not known`);
}

/** One write in append mode, so that lines of several processes don't mix. */
async function appendTo(path: string, entry: Entry): Promise<void> {
  await using file = await open(path, "a", ownerOnly);
  const line = Buffer.from(`${JSON.stringify(entry)}\n`);
  const { bytesWritten } = await file.write(line);
  if (bytesWritten !== line.length) throw new CommandError(`${path} could not be written completely`);
  await file.datasync();
}

/** A new file survives a power failure only with the entry of its folder. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}
