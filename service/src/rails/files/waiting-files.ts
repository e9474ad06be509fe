import type { Clock, Instant } from "../../kernel/instant.ts";
import type { BankFile } from "../bank.ts";
import { hasKnownEnding, isTemporaryName, mayBeCalled, nameWithMark } from "./file-name.ts";
import type { FilePlace, PlacedFile } from "./file-place.ts";

/** Larger files are rejected: 50 MB are half a million entries. */
export const maxFileBytes = 50 * 1024 * 1024;
/** Bytes returned of a file that is too large: enough to identify it, and not a whole number of records. */
const headBytes = 64 * 1024;
/** Files are held in memory: at most this much at a time, and at least one file. */
const maxBytesAtOnce = maxFileBytes;

export interface WaitingFiles {
  collect(limit: number): Promise<readonly BankFile[]>;
  putAway(name: string, to: "archive" | "quarantine"): Promise<void>;
}

interface Look extends PlacedFile {
  /** Since when size and time are unchanged. */
  readonly since: Instant;
}

/** The inbox. The state in memory is only a cache: a restarted process lists the inbox again. */
export function createWaitingFiles(place: FilePlace, clock: Clock, settleMs: number): WaitingFiles {
  let looks: ReadonlyMap<string, Look> = new Map();
  const returnedFiles = new Map<string, PlacedFile>();

  return {
    collect: async (limit) => {
      looks = updateLooks(await listWaiting(place), looks, clock.now());
      const settled = [...looks.values()].filter(({ since }) => clock.now() - since >= settleMs);
      returnedFiles.clear();
      const files: BankFile[] = [];
      for (const placed of settled) {
        if (files.length >= limit || bytesOf(files) >= maxBytesAtOnce) break;
        const file = await readWaiting(place, placed);
        // Skips a file that is gone, has changed, or has the same contents as one already returned; it comes later.
        if (file === undefined || returnedFiles.has(file.name)) continue;
        returnedFiles.set(file.name, placed);
        files.push(file);
      }
      return files;
    },
    putAway: async (name, to) => {
      const placed = returnedFiles.get(name) ?? (await findByContent(place, name));
      if (placed !== undefined) await moveAway(place, placed, { folder: to, name });
      returnedFiles.delete(name);
    },
  };
}

/** Oldest first, then by name. */
async function listWaiting(place: FilePlace): Promise<readonly PlacedFile[]> {
  const files = (await place.list("inbox")).filter(({ name }) => !isTemporaryName(name));
  return files.toSorted(
    (left, right) => left.modifiedMs - right.modifiedMs || (left.name < right.name ? -1 : 1),
  );
}

/** A file that is being written grows or gets a new time. The storage's clock may be wrong, so only ours is used. */
function updateLooks(
  files: readonly PlacedFile[],
  before: ReadonlyMap<string, Look>,
  now: Instant,
): ReadonlyMap<string, Look> {
  return new Map(
    files.map((file) => {
      const last = before.get(file.name);
      return [file.name, { ...file, since: last !== undefined && isSame(last, file) ? last.since : now }];
    }),
  );
}

function isSame(a: PlacedFile, b: PlacedFile): boolean {
  return a.size === b.size && a.modifiedMs === b.modifiedMs;
}

function bytesOf(files: readonly BankFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

async function readWaiting(place: FilePlace, placed: PlacedFile): Promise<BankFile | undefined> {
  const spot = { folder: "inbox", name: placed.name } as const;
  const isTooLarge = placed.size > maxFileBytes;
  const bytes = await place.read(spot, isTooLarge ? headBytes : placed.size + 1);
  if (bytes === "missing") return undefined;
  if (bytes === "denied") return unread(placed, Buffer.alloc(0), "permission denied");
  if (isTooLarge) {
    return unread(placed, bytes, `file too large: ${placed.size} bytes, the maximum is ${maxFileBytes}`);
  }
  if (bytes.length !== placed.size) return undefined;
  const name = nameWithMark(placed.name, bytes);
  return hasKnownEnding(name)
    ? { name, bytes }
    : { name, bytes, problem: "unknown file extension: expected .ach or .xml" };
}

/** If the contents are unknown, the name contains a hash of size and time instead. */
function unread(placed: PlacedFile, bytes: Buffer, problem: string): BankFile {
  return { name: nameWithMark(placed.name, `${placed.size} ${placed.modifiedMs}`), bytes, problem };
}

/** After a restart the mapping from returned name to file is lost. */
async function findByContent(place: FilePlace, name: string): Promise<PlacedFile | undefined> {
  for (const placed of await listWaiting(place)) {
    if (!mayBeCalled(placed.name, name)) continue;
    const file = await readWaiting(place, placed);
    if (file?.name === name) return placed;
  }
  return undefined;
}

async function moveAway(
  place: FilePlace,
  placed: PlacedFile,
  to: { readonly folder: "archive" | "quarantine"; readonly name: string },
): Promise<void> {
  const from = { folder: "inbox", name: placed.name } as const;
  const current = await place.find(from);
  // Another file replaced it under the same name. It has not been read yet, so it stays.
  if (current === undefined || !isSame(current, placed)) return;
  // A marked name identifies its contents: an existing file is the same file.
  if ((await place.find(to)) !== undefined) await place.remove(from);
  else await place.move(from, to);
}
