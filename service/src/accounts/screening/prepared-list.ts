import { setImmediate as nextTurn } from "node:timers/promises";
import { comparableAddress } from "./chain-address.ts";
import { createNameIndex, type NameIndex } from "./name-index.ts";
import type { NameKind } from "./name-kind.ts";
import { inSpokenOrder, type NormalisedName, normaliseName } from "./normalise-name.ts";
import type { ListEntry, ListedChainAddress, ListedName, SanctionsList } from "./sanctions-list.ts";
import type { ListVersion, SubjectKind } from "./screening.ts";

/** A list with its names normalised and indexed, ready to be asked. */
export interface PreparedList {
  readonly version: ListVersion;
  /** Every listed name that may score at least `minScore`; persons before businesses, each with the nearest first. */
  candidates(name: NormalisedName, kind: SubjectKind, minScore: number): readonly ListedCandidate[];
  entry(uid: string): ListEntry | undefined;
  /** The entries that list this very address. */
  entriesWithAddress(address: string): readonly AddressListing[];
}

export interface ListedCandidate {
  readonly entry: ListEntry;
  readonly listed: ListedName;
  readonly name: NormalisedName;
  /** By whose rules the name is compared. */
  readonly kind: NameKind;
}

export interface AddressListing {
  readonly entry: ListEntry;
  readonly address: ListedChainAddress;
}

const entriesPerTurn = 500;

/** Takes its time in small pieces: the node answers requests meanwhile. */
export async function prepareList(list: SanctionsList): Promise<PreparedList> {
  const names = { person: [] as ListedCandidate[], business: [] as ListedCandidate[] };
  for (const [at, entry] of list.entries.entries()) {
    const kind = kindOf(entry);
    if (kind !== undefined) names[kind].push(...entry.names.map((listed) => prepare(entry, listed, kind)));
    if (at % entriesPerTurn === entriesPerTurn - 1) await nextTurn();
  }
  const people = await createNameIndex(
    names.person.map(({ name }) => name),
    "person",
  );
  const businesses = await createNameIndex(
    names.business.map(({ name }) => name),
    "business",
  );
  const addresses = indexAddresses(list.entries);
  const entries = new Map(list.entries.map((entry) => [entry.uid, entry]));
  return {
    version: list.version,
    candidates: (name, kind, minScore) => [
      ...pick(people, names.person, name, minScore),
      // A business may be named after a person; a person is not named after a business.
      ...(kind === "business" ? pick(businesses, names.business, name, minScore) : []),
    ],
    entry: (uid) => entries.get(uid),
    entriesWithAddress: (address) => addresses.get(comparableAddress(address)) ?? [],
  };
}

/** Ships and aircraft open no accounts: their names would only be confused with those of businesses. */
function kindOf({ type }: ListEntry): NameKind | undefined {
  if (type === "individual") return "person";
  return type === "entity" ? "business" : undefined;
}

function prepare(entry: ListEntry, listed: ListedName, kind: NameKind): ListedCandidate {
  const text = kind === "person" ? inSpokenOrder(listed.text) : listed.text;
  return { entry, listed, kind, name: normaliseName(text, kind) };
}

function pick(
  index: NameIndex,
  names: readonly ListedCandidate[],
  name: NormalisedName,
  minScore: number,
): readonly ListedCandidate[] {
  return index.candidates(name, minScore).flatMap((number) => names[number] ?? []);
}

function indexAddresses(entries: readonly ListEntry[]): ReadonlyMap<string, readonly AddressListing[]> {
  const addresses = new Map<string, AddressListing[]>();
  for (const entry of entries) {
    for (const address of entry.chainAddresses) {
      const key = comparableAddress(address.address);
      addresses.set(key, [...(addresses.get(key) ?? []), { entry, address }]);
    }
  }
  return addresses;
}
