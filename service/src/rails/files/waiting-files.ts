import type { Clock, Instant } from "../../kernel/instant.ts";
import type { BankFile } from "../bank.ts";
import { hasKnownEnding, isTemporaryName, mayBeCalled, nameWithMark } from "./file-name.ts";
import type { FilePlace, PlacedFile } from "./file-place.ts";

/** A larger file is no file of a bank: 50 MB are half a million entries. */
export const maxFileBytes = 50 * 1024 * 1024;
/** Of a file that is too large: enough to see what it is, and no whole number of records. */
const headBytes = 64 * 1024;
/** Files are held in memory; so much of them at a time, and at least one. */
const maxBytesAtOnce = maxFileBytes;

export interface WaitingFiles {
  collect(limit: number): Promise<readonly BankFile[]>;
  putAway(name: string, to: "archive" | "quarantine"): Promise<void>;
}

interface Look extends PlacedFile {
  /** Since when it has looked like this. */
  readonly since: Instant;
}

/** The inbox. What is remembered here only saves time: a process that starts anew looks again. */
export function createWaitingFiles(place: FilePlace, clock: Clock, settleMs: number): WaitingFiles {
  let looks: ReadonlyMap<string, Look> = new Map();
  const handedOut = new Map<string, PlacedFile>();

  return {
    collect: async (limit) => {
      looks = lookAgain(await listWaiting(place), looks, clock.now());
      const settled = [...looks.values()].filter(({ since }) => clock.now() - since >= settleMs);
      handedOut.clear();
      const files: BankFile[] = [];
      for (const placed of settled) {
        if (files.length >= limit || bytesOf(files) >= maxBytesAtOnce) break;
        const file = await takeUp(place, placed);
        // One that is gone, has changed, or is the same as another that is already handed out, has its turn later.
        if (file === undefined || handedOut.has(file.name)) continue;
        handedOut.set(file.name, placed);
        files.push(file);
      }
      return files;
    },
    putAway: async (name, to) => {
      const placed = handedOut.get(name) ?? (await findByContent(place, name));
      if (placed !== undefined) await moveAway(place, placed, { folder: to, name });
      handedOut.delete(name);
    },
  };
}

/** The oldest first; by name where the clock of the place cannot tell. */
async function listWaiting(place: FilePlace): Promise<readonly PlacedFile[]> {
  const files = (await place.list("inbox")).filter(({ name }) => !isTemporaryName(name));
  return files.toSorted(
    (left, right) => left.modifiedMs - right.modifiedMs || (left.name < right.name ? -1 : 1),
  );
}

/** A file that is being written grows, or is touched. The clock of its place may be wrong, so only ours is asked. */
function lookAgain(
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

function isSame(one: PlacedFile, other: PlacedFile): boolean {
  return one.size === other.size && one.modifiedMs === other.modifiedMs;
}

function bytesOf(files: readonly BankFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

async function takeUp(place: FilePlace, placed: PlacedFile): Promise<BankFile | undefined> {
  const spot = { folder: "inbox", name: placed.name } as const;
  const isTooLarge = placed.size > maxFileBytes;
  const bytes = await place.read(spot, isTooLarge ? headBytes : placed.size + 1);
  if (bytes === "missing") return undefined;
  if (bytes === "denied") return unread(placed, Buffer.alloc(0), "we may not read it");
  if (isTooLarge) {
    return unread(placed, bytes, `it has ${placed.size} bytes, and more than ${maxFileBytes} are not read`);
  }
  if (bytes.length !== placed.size) return undefined;
  const name = nameWithMark(placed.name, bytes);
  return hasKnownEnding(name)
    ? { name, bytes }
    : { name, bytes, problem: "its name ends neither in .ach nor in .xml" };
}

/** Where the content is not known, size and time stand for it in the name. */
function unread(placed: PlacedFile, bytes: Buffer, problem: string): BankFile {
  return { name: nameWithMark(placed.name, `${placed.size} ${placed.modifiedMs}`), bytes, problem };
}

/** After a restart nobody remembers which file was handed out under a name. */
async function findByContent(place: FilePlace, name: string): Promise<PlacedFile | undefined> {
  for (const placed of await listWaiting(place)) {
    if (!mayBeCalled(placed.name, name)) continue;
    const file = await takeUp(place, placed);
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
  // Another file has taken its name since; that one was not read yet, and stays.
  if (current === undefined || !isSame(current, placed)) return;
  // A name with a mark is kept for one content only: what lies there is the same file.
  if ((await place.find(to)) !== undefined) await place.remove(from);
  else await place.move(from, to);
}
