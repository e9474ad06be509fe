import { setImmediate as nextTurn } from "node:timers/promises";
import { createPollLoop } from "../../db/poll-loop.ts";
import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type AddressMatch, type PreparedList, prepareList } from "./prepared-list.ts";
import {
  type ListEntry,
  type SanctionedName,
  type SanctionsList,
  SanctionsListError,
  type SanctionsSource,
} from "./sanctions-list.ts";
import { resultOf, screenSubject } from "./screen-subject.ts";
import type { Hit, ListVersion, ScreeningResult, Subject } from "./screening.ts";

/** Screens names against the current sanctions list, and keeps that list up to date. */
export interface Screener {
  /** Loads the list and polls for a new one. Throws a SanctionsListError if there is none. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Checks for a new list now and loads it. Throws if it cannot be used; the current one is kept. */
  refresh(): Promise<void>;
  /** The current list. */
  list(): ListVersion;
  /** When the current list was last known to be up to date; undefined for a list without an age. */
  listAsOf(): Instant | undefined;
  /**
   * One result per subject, in order, all with the same list. Computed in memory, milliseconds each; yields to the
   * event loop after each subject, so call it before a transaction, not within one.
   */
  screen(subjects: readonly Subject[]): Promise<readonly ScreeningResult[]>;
  /** Screens a chain address by exact match. */
  screenChainAddress(address: string): ScreeningResult;
  /** An entry of the current list; undefined if it is not, or no longer, on the list. */
  findEntry(uid: string): NamedEntry | undefined;
}

export interface NamedEntry {
  readonly uid: string;
  /** The primary name, as written in the list. */
  readonly name: string;
  readonly program: string;
}

export interface ScreenerDeps {
  readonly source: SanctionsSource;
  /** The lowest score that is a hit, 0 to 1000. */
  readonly threshold: number;
  /** Called when a list becomes the current one. */
  readonly onLoaded?: (list: ListVersion) => void;
  /** Called when a new list cannot be used; the current one is kept, and the next check follows automatically. */
  readonly onError?: (error: unknown) => void;
}

const lookEveryMs = 60_000;
const maxSubjects = 100;

export function createScreener({ source, threshold, onLoaded, onError }: ScreenerDeps): Screener {
  let used: Used | undefined;
  // One after the other, so that a list is not loaded twice.
  const refresh = inOrder(async (): Promise<void> => {
    const fingerprint = await source.fingerprint();
    if (fingerprint === used?.fingerprint) return;
    const next = await load(source, fingerprint, used);
    const isNew = next.list !== used?.list;
    used = next;
    if (isNew) onLoaded?.(next.list.version);
  });
  const inUse = (): Used => {
    assert(used !== undefined, "the screener was used before it was started");
    return used;
  };
  const loop = createPollLoop({
    name: "sanctions.refresh",
    pollMs: lookEveryMs,
    // A malformed list is not fixed within moments: wait for the next regular check.
    turn: async () => {
      await refresh().catch((error: unknown) => onError?.(error));
      return "wait";
    },
    onError: (error) => onError?.(error),
  });
  return {
    start: async () => {
      await refresh();
      loop.start();
    },
    stop: () => loop.stop(),
    refresh,
    list: () => inUse().list.version,
    listAsOf: () => inUse().asOf,
    screen: async (subjects) => {
      assert(subjects.length <= maxSubjects, "more subjects than a profile can have");
      const { list } = inUse();
      const results: ScreeningResult[] = [];
      for (const subject of subjects) {
        results.push(screenSubject(subject, list, threshold));
        await nextTurn();
      }
      return results;
    },
    screenChainAddress: (address) => {
      const { list } = inUse();
      const hits = list.entriesWithAddress(address).map(addressHit);
      return resultOf("chain_address", hits, { list, threshold, unreadableNames: 0 });
    },
    findEntry: (uid) => {
      const entry = inUse().list.entry(uid);
      return entry === undefined
        ? undefined
        : { uid, name: primaryNameOf(entry).text, program: entry.program };
    },
  };
}

/** Each call starts when the one before has ended, even if that failed. */
function inOrder(run: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.catch(() => undefined).then(run);
    return last;
  };
}

interface Used {
  readonly fingerprint: string;
  readonly size: ListSize;
  readonly list: PreparedList;
  readonly asOf: Instant | undefined;
}

/** Loads the complete new list, or throws: the current one is replaced atomically. */
async function load(source: SanctionsSource, fingerprint: string, used: Used | undefined): Promise<Used> {
  const { list, asOf } = await source.read();
  if ((await source.fingerprint()) !== fingerprint) {
    throw new SanctionsListError("The sanctions list changed while it was read; it will be read again.");
  }
  const before = used?.list.version;
  if (
    before?.sha256 === list.version.sha256 &&
    before.version === list.version.version &&
    used !== undefined
  ) {
    return { ...used, fingerprint, asOf };
  }
  const size = sizeOf(list);
  if (used !== undefined) refuseShrunken(size, used.size);
  return { fingerprint, size, list: await prepareList(list), asOf };
}

function addressHit({ entry, address }: AddressMatch): Hit {
  const primary = primaryNameOf(entry);
  return {
    uid: entry.uid,
    sanctionedName: primary.text,
    nameType: primary.type,
    program: entry.program,
    entryType: entry.type,
    score: 1000,
    explanation: { basis: "chain_address", currency: address.currency },
  };
}

function primaryNameOf({ names: [primary] }: ListEntry): SanctionedName {
  assert(primary !== undefined, "every sanctions list entry has a name");
  return primary;
}

/** Size of a list, by the parts that come from separate files. */
interface ListSize {
  readonly entries: number;
  readonly aliases: number;
  /** Birth dates, weak aliases and chain addresses. */
  readonly facts: number;
}

/** Lists shrink by a few entries at a time. A larger loss means a truncated download. */
const maxShrinkage = 0.2;
const shownAs = { entries: "entries", aliases: "aliases", facts: "facts in its remarks" } as const;

function sizeOf({ entries }: SanctionsList): ListSize {
  const size = { entries: entries.length, aliases: 0, facts: 0 };
  for (const { names, birthDates, chainAddresses } of entries) {
    const weak = names.filter(({ type }) => type === "weak_aka").length;
    size.aliases += names.filter(({ type }) => type !== "primary").length - weak;
    size.facts += weak + birthDates.length + chainAddresses.length;
  }
  return size;
}

/** Checked per part: a list without its aliases has as many entries as before, but finds half as much. */
function refuseShrunken(next: ListSize, used: ListSize): void {
  for (const part of ["entries", "aliases", "facts"] as const) {
    if (next[part] >= used[part] * (1 - maxShrinkage)) continue;
    throw new SanctionsListError(
      `The new sanctions list has ${next[part]} ${shownAs[part]}, but the current one has ${used[part]}. It is ` +
        "probably truncated, so the current list is kept. If the list really shrank that much, restart the service.",
    );
  }
}
