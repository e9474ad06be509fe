import { setImmediate as nextTurn } from "node:timers/promises";
import { createNameIndex, type NameIndex } from "./name-index.ts";
import type { NameKind } from "./name-kind.ts";
import { inSpokenOrder, type NormalisedName, normaliseName } from "./normalise-name.ts";
import type { ListEntry, SanctionedChainAddress, SanctionedName, SanctionsList } from "./sanctions-list.ts";
import type { ListVersion, SubjectKind } from "./screening.ts";

/** A list with normalized and indexed names. */
export interface PreparedList {
  readonly version: ListVersion;
  /**
   * Every name that may score at least `minScore`; individuals before businesses, each with the highest possible score
   * first.
   */
  candidates(name: NormalisedName, kind: SubjectKind, minScore: number): readonly SanctionedCandidate[];
  entry(uid: string): ListEntry | undefined;
  /** The entries with exactly this address. */
  entriesWithAddress(address: string): readonly AddressMatch[];
}

export interface SanctionedCandidate {
  readonly entry: ListEntry;
  readonly sanctioned: SanctionedName;
  readonly name: NormalisedName;
  /** The kind whose rules apply to the comparison. */
  readonly kind: NameKind;
}

export interface AddressMatch {
  readonly entry: ListEntry;
  readonly address: SanctionedChainAddress;
}

const entriesPerTurn = 500;

/** Runs in small chunks, so that the node keeps serving requests. */
export async function prepareList(list: SanctionsList): Promise<PreparedList> {
  const names = { individual: [] as SanctionedCandidate[], business: [] as SanctionedCandidate[] };
  for (const [at, entry] of list.entries.entries()) {
    const kind = kindOf(entry);
    if (kind !== undefined)
      names[kind].push(...entry.names.map((sanctioned) => prepare(entry, sanctioned, kind)));
    if (at % entriesPerTurn === entriesPerTurn - 1) await nextTurn();
  }
  const individuals = await createNameIndex(
    names.individual.map(({ name }) => name),
    "individual",
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
      ...pick(individuals, names.individual, name, minScore),
      // A business may be named after an individual; an individual is not named after a business.
      ...(kind === "business" ? pick(businesses, names.business, name, minScore) : []),
    ],
    entry: (uid) => entries.get(uid),
    entriesWithAddress: (address) => addresses.get(comparableAddress(address)) ?? [],
  };
}

/** Vessels and aircraft cannot open accounts: their names would only cause false positives for businesses. */
function kindOf({ type }: ListEntry): NameKind | undefined {
  if (type === "individual") return "individual";
  return type === "entity" ? "business" : undefined;
}

function prepare(entry: ListEntry, sanctioned: SanctionedName, kind: NameKind): SanctionedCandidate {
  const text = kind === "individual" ? inSpokenOrder(sanctioned.text) : sanctioned.text;
  return { entry, sanctioned, kind, name: normaliseName(text, kind) };
}

function pick(
  index: NameIndex,
  names: readonly SanctionedCandidate[],
  name: NormalisedName,
  minScore: number,
): readonly SanctionedCandidate[] {
  return index.candidates(name, minScore).flatMap((number) => names[number] ?? []);
}

function indexAddresses(entries: readonly ListEntry[]): ReadonlyMap<string, readonly AddressMatch[]> {
  const addresses = new Map<string, AddressMatch[]>();
  for (const entry of entries) {
    for (const address of entry.chainAddresses) {
      const key = comparableAddress(address.address);
      addresses.set(key, [...(addresses.get(key) ?? []), { entry, address }]);
    }
  }
  return addresses;
}

/** Canonical form for comparison. Hexadecimal and Bech32 addresses are case-insensitive; base58 is case-sensitive. */
function comparableAddress(address: string): string {
  const trimmed = address.trim();
  const isCaseless = /^0x[0-9a-f]+$/i.test(trimmed) || /^(?:bc|tb|ltc)1[0-9a-z]+$/i.test(trimmed);
  return isCaseless ? trimmed.toLowerCase() : trimmed;
}
