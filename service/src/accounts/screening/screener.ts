import { setImmediate as nextTurn } from "node:timers/promises";
import { createPollLoop } from "../../db/poll-loop.ts";
import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type ListSize, refuseShrunken, sizeOf } from "./list-size.ts";
import { type AddressListing, type PreparedList, prepareList } from "./prepared-list.ts";
import {
  type ListEntry,
  type ListedName,
  SanctionsListError,
  type SanctionsSource,
} from "./sanctions-list.ts";
import { resultOf, screenSubject } from "./screen-subject.ts";
import type { Hit, ListVersion, ScreeningResult, Subject } from "./screening.ts";

/** Compares names with the sanctions list that is in use, and keeps that list fresh. */
export interface Screener {
  /** Loads the list, and looks for a new one from time to time. Throws a SanctionsListError when there is none to use. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Looks now whether there is a new list, and takes it. Throws when it cannot be used; the one before stays. */
  refresh(): Promise<void>;
  /** The list in use. */
  list(): ListVersion;
  /** When the list in use was last known to be the latest; undefined for one without an age. */
  listAsOf(): Instant | undefined;
  /**
   * One result for each subject, in their order, all by the same list. Arithmetic in memory, milliseconds for each;
   * after each one others have their turn, so ask before a transaction and not within it.
   */
  screen(subjects: readonly Subject[]): Promise<readonly ScreeningResult[]>;
  /** Whether an address on a chain is listed, to the letter. */
  screenChainAddress(address: string): ScreeningResult;
  /** Who an entry of the list in use is; undefined for one that it does not have, or has no more. */
  findEntry(uid: string): NamedEntry | undefined;
}

export interface NamedEntry {
  readonly uid: string;
  /** The primary one, as the list writes it. */
  readonly name: string;
  readonly program: string;
}

export interface ScreenerDeps {
  readonly source: SanctionsSource;
  /** The lowest score that is a hit, 0 to 1000. */
  readonly threshold: number;
  /** A list has come into use. */
  readonly onLoaded?: (list: ListVersion) => void;
  /** A new list could not be used; the one before stays, and the next look comes by itself. */
  readonly onError?: (error: unknown) => void;
}

const lookEveryMs = 60_000;
const maxSubjects = 100;

export function createScreener({ source, threshold, onLoaded, onError }: ScreenerDeps): Screener {
  let used: Used | undefined;
  const refresh = async (): Promise<void> => {
    const fingerprint = await source.fingerprint();
    if (fingerprint === used?.fingerprint) return;
    const next = await load(source, fingerprint, used);
    const isNew = next.list !== used?.list;
    used = next;
    if (isNew) onLoaded?.(next.list.version);
  };
  const inUse = (): Used => {
    assert(used !== undefined, "the screener is asked before it has started");
    return used;
  };
  const loop = createPollLoop({
    pollMs: lookEveryMs,
    // A list that is broken now is still broken in a moment: the next look comes at its time, not sooner.
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

interface Used {
  readonly fingerprint: string;
  readonly size: ListSize;
  readonly list: PreparedList;
  readonly asOf: Instant | undefined;
}

/** The new list whole, or an error: what is in use is replaced at one stroke or not at all. */
async function load(source: SanctionsSource, fingerprint: string, used: Used | undefined): Promise<Used> {
  const { list, asOf } = await source.read();
  if ((await source.fingerprint()) !== fingerprint) {
    throw new SanctionsListError("The sanctions list was changed while it was read; it will be read again.");
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

function addressHit({ entry, address }: AddressListing): Hit {
  const primary = primaryNameOf(entry);
  return {
    uid: entry.uid,
    listedName: primary.text,
    nameType: primary.type,
    program: entry.program,
    entryType: entry.type,
    score: 1000,
    explanation: { basis: "chain_address", currency: address.currency },
  };
}

function primaryNameOf({ names: [primary] }: ListEntry): ListedName {
  assert(primary !== undefined, "an entry of the sanctions list has no name");
  return primary;
}
