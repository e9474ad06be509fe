import { createHash } from "node:crypto";
import { assert } from "../../kernel/assert.ts";
import type { Network } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import {
  type Bank,
  type BankFile,
  type BankIdentity,
  BankUnavailableError,
  type DeliveredEntry,
  type DeliveredFile,
} from "../bank.ts";
import { railTimes } from "../calendar/rail-times.ts";
import {
  assertOwnName,
  hasKnownEnding,
  isTemporaryName,
  mayBeCalled,
  nameWithMark,
  partOf,
} from "./file-name.ts";
import type { FilePlace, PlacedFile } from "./file-place.ts";

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
    delivered: () => readRecords(place, inTurn),
    archived: () => readArchive(place, inTurn),
    collect: (limit) => inTurn(() => waiting.collect(limit)),
    putAway: async (name, to) => {
      assertOwnName(name);
      await inTurn(() => waiting.putAway(name, to));
    },
    close: () => place.close(),
  };
}

type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Serializes operations: concurrent deliveries of one file would conflict over its temporary name. */
function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}

/** A line for each of the entries of a file, at most ten thousand. */
const maxRecordBytes = 1_000_000;

/**
 * Delivers a file to the outbox exactly once. It may be interrupted anywhere and repeated: write the file under a
 * temporary name, record its digest in `sent`, then deliver it by a rename. A record without a temporary file means
 * that the file was delivered, whether the bank has fetched it or not.
 */
async function deliverFile(place: FilePlace, { name, bytes, entries }: BankFile): Promise<void> {
  const first = `${digestOf(bytes)}  ${name}\n`;
  const record = first + writeEntries(entries);
  const part = { folder: "outbox", name: partOf(name) } as const;
  const delivered = { folder: "outbox", name } as const;
  const recorded = await readRecord(place, name);
  if (recorded !== undefined) {
    assert(recorded.startsWith(first), "a sent file has the same name and different contents");
  } else if ((await place.find(delivered)) === undefined) {
    await place.write(part, bytes);
    await writeRecord(place, name, record);
  } else {
    // The file is still in the outbox, but its record was removed.
    const existing = await place.read(delivered, bytes.length + 1);
    assert(
      Buffer.isBuffer(existing) && existing.equals(bytes),
      "a file has the same name and different contents",
    );
    await place.remove(part);
    await writeRecord(place, name, record);
  }
  await place.move(part, delivered);
}

async function readRecord(place: FilePlace, name: string): Promise<string | undefined> {
  const bytes = await place.read({ folder: "sent", name: recordOf(name) }, maxRecordBytes);
  if (bytes === "denied") throw new BankUnavailableError("The record of a sent file cannot be read");
  return bytes === "missing" ? undefined : bytes.toString("utf8");
}

/** Atomic. Records the digest only: file contents include personal data, which is stored sealed elsewhere. */
async function writeRecord(place: FilePlace, name: string, record: string): Promise<void> {
  const part = { folder: "sent", name: partOf(recordOf(name)) } as const;
  await place.write(part, Buffer.from(record, "utf8"));
  await place.move(part, { folder: "sent", name: recordOf(name) });
}

/** `sha256sum --check` ignores lines that start with a number sign. Ids only, no personal data. */
function writeEntries(entries: readonly DeliveredEntry[] | undefined): string {
  if (entries?.length === 0) return `${noEntries}\n`;
  return (entries ?? []).map(({ id, traceNumber = "-" }) => `# ${id} ${traceNumber}\n`).join("");
}

/** A record that an operator wrote again has no lines, whatever is in the file. */
const noEntries = "# none";

const recordLine = /^([0-9a-f]{64}) {2}(\S+)$/;
const entryLine = /^# (\S+) (\S+)$/;

/** One at a time: the folders have every file that was ever exchanged. */
async function* readRecords(place: FilePlace, inTurn: Turns): AsyncGenerator<DeliveredFile> {
  const outbox = new Set((await inTurn(() => place.list("outbox"))).map(({ name }) => name));
  for (const { name: record } of await inTurn(() => place.list("sent"))) {
    if (!record.endsWith(recordEnding)) continue;
    const text = await inTurn(() => readRecord(place, record.slice(0, -recordEnding.length)));
    const file = parseRecord(text ?? "");
    yield { ...file, isInterrupted: outbox.has(partOf(file.name)) };
  }
}

function parseRecord(text: string): DeliveredFile {
  const [first = "", ...lines] = text.trimEnd().split("\n");
  const [, sha256, name] = recordLine.exec(first) ?? [];
  if (sha256 === undefined || name === undefined)
    throw new BankUnavailableError("The record of a sent file cannot be read");
  const entries = lines.flatMap((line) => {
    const [, id, trace] = entryLine.exec(line) ?? [];
    return id === undefined ? [] : [{ id, traceNumber: trace === "-" ? undefined : trace }];
  });
  const isKnown = entries.length > 0 || lines.includes(noEntries);
  return { name, sha256, entries: isKnown ? entries : undefined };
}

async function* readArchive(place: FilePlace, inTurn: Turns): AsyncGenerator<BankFile> {
  const placed = await inTurn(() => place.list("archive"));
  for (const { name, size } of placed.toSorted(byAge)) {
    const bytes = await inTurn(() => place.read({ folder: "archive", name }, size + 1));
    if (!Buffer.isBuffer(bytes)) throw new BankUnavailableError("A file in the archive cannot be read");
    yield { name, bytes };
  }
}

const recordEnding = ".sha256";

/** In the format of `sha256sum --check`. */
function recordOf(name: string): string {
  return name + recordEnding;
}

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Larger files are rejected: 50 MB are half a million entries. */
export const maxFileBytes = 50 * 1024 * 1024;
/** Bytes returned of a file that is too large: enough to identify it, and not a whole number of records. */
const headBytes = 64 * 1024;
/** Files are held in memory: at most this much at a time, and at least one file. */
const maxBytesAtOnce = maxFileBytes;

interface WaitingFiles {
  collect(limit: number): Promise<readonly BankFile[]>;
  putAway(name: string, to: "archive" | "quarantine"): Promise<void>;
}

interface Look extends PlacedFile {
  /** Since when size and time are unchanged. */
  readonly since: Instant;
}

/** The inbox. The state in memory is only a cache: a restarted process lists the inbox again. */
function createWaitingFiles(place: FilePlace, clock: Clock, settleMs: number): WaitingFiles {
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
  return files.toSorted(byAge);
}

function byAge(left: PlacedFile, right: PlacedFile): number {
  return left.modifiedMs - right.modifiedMs || (left.name < right.name ? -1 : 1);
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
