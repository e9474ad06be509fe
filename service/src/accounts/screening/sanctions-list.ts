import type { Instant } from "../../kernel/instant.ts";
import type { SanctionedBirthDate } from "./birth-date.ts";
import type { EntryType, ListVersion, NameType } from "./screening.ts";

/** A sanctions list. Immutable; a new version is a new list. */
export interface SanctionsList {
  readonly version: ListVersion;
  readonly entries: readonly ListEntry[];
}

export interface ListEntry {
  readonly uid: string;
  readonly type: EntryType;
  readonly program: string;
  /** The primary name is first. */
  readonly names: readonly SanctionedName[];
  readonly birthDates: readonly SanctionedBirthDate[];
  readonly chainAddresses: readonly SanctionedChainAddress[];
}

export interface SanctionedName {
  readonly type: NameType;
  /** As written in the list; individuals as `LAST, First Middle`. */
  readonly text: string;
}

export interface SanctionedChainAddress {
  readonly currency: string;
  readonly address: string;
}

/** Port for the source of a list. Implement it to use another list. */
export interface SanctionsSource {
  /** Cheap to call. While it is unchanged, `read` returns the same list. */
  fingerprint(): Promise<string>;
  /** The complete, validated list; throws a SanctionsListError otherwise. */
  read(): Promise<LoadedList>;
}

export interface LoadedList {
  readonly list: SanctionsList;
  /** When the list was last known to be current: its age counts from here. Undefined for a list without an age. */
  readonly asOf: Instant | undefined;
}

/** The list cannot be used; the message says where, and what to do. */
export class SanctionsListError extends Error {
  override readonly name = "SanctionsListError";
}
