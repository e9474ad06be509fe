import type { Instant } from "../../kernel/instant.ts";
import type { ListedBirthDate } from "./birth-date.ts";
import type { EntryType, ListVersion, NameType } from "./screening.ts";

/** A list of those with whom no business may be done. Never changed; a new version is a new list. */
export interface SanctionsList {
  readonly version: ListVersion;
  readonly entries: readonly ListEntry[];
}

export interface ListEntry {
  readonly uid: string;
  readonly type: EntryType;
  readonly program: string;
  /** The primary name comes first. */
  readonly names: readonly ListedName[];
  readonly birthDates: readonly ListedBirthDate[];
  readonly chainAddresses: readonly ListedChainAddress[];
}

export interface ListedName {
  readonly type: NameType;
  /** As the list writes it; individuals as `LAST, First Middle`. */
  readonly text: string;
}

export interface ListedChainAddress {
  readonly currency: string;
  readonly address: string;
}

/** Where lists come from. Whoever has another one answers this. */
export interface SanctionsSource {
  /** Cheap to ask. As long as it is the same, `read` would answer the same. */
  fingerprint(): Promise<string>;
  /** The whole list, sound in every line; throws a SanctionsListError otherwise. */
  read(): Promise<LoadedList>;
}

export interface LoadedList {
  readonly list: SanctionsList;
  /** When the list was last known to be the latest one: its age counts from here. Undefined for one without an age. */
  readonly asOf: Instant | undefined;
}

/** The list cannot be used; the message says where, and what to do. */
export class SanctionsListError extends Error {
  override readonly name = "SanctionsListError";
}
