import type { BankEntryState } from "../bank-work.ts";
import type { KnownBooking } from "./account-store.ts";
import type { SaidBefore } from "./bank-event-store.ts";
import type { StoredEntry } from "./entry-store.ts";
import type { Findings } from "./findings.ts";

/** Stored data that is needed to interpret a file. */
export interface Facts {
  readonly entries: readonly StoredEntry[];
  readonly ends: readonly SaidBefore[];
  readonly bookings: readonly KnownBooking[];
}

/** The stored data by reference, and what the file has added so far. */
export interface Knowledge {
  entryNamed(references: readonly (string | undefined)[]): StoredEntry | undefined;
  entriesOfFile(fileId: string): readonly StoredEntry[];
  returnOf(entryId: string): SaidBefore | undefined;
  hasEnded(entryId: string): boolean;
  booking(reference: string, direction: KnownBooking["direction"]): KnownBooking | undefined;
  learn(findings: Findings): void;
}

export function createKnowledge({ entries, ends, bookings }: Facts): Knowledge {
  const left = entries.filter(({ state }) => !neverLeft.has(state));
  const byName = new Map(left.flatMap((entry) => namesOf(entry).map((name) => [name, entry] as const)));
  const byFile = new Map<string, StoredEntry[]>();
  const endsByEntry = new Map<string, SaidBefore[]>();
  const byReference = new Map<string, KnownBooking>();
  const addEnd = (end: SaidBefore): void => {
    endsByEntry.set(end.entryId, [...(endsByEntry.get(end.entryId) ?? []), end]);
  };
  const addBooking = (booking: KnownBooking): void => {
    byReference.set(`${booking.reference}/${booking.direction}`, booking);
  };
  for (const entry of left) {
    const { fileId = "" } = entry;
    const others = byFile.get(fileId);
    if (others === undefined) byFile.set(fileId, [entry]);
    else others.push(entry);
  }
  ends.forEach(addEnd);
  bookings.forEach(addBooking);
  return {
    entryNamed: (references) => {
      const name = references.find((reference) => reference !== undefined && byName.has(reference));
      return name === undefined ? undefined : byName.get(name);
    },
    entriesOfFile: (fileId) => byFile.get(fileId) ?? [],
    returnOf: (entryId) => endsByEntry.get(entryId)?.find(({ type }) => type === "returned"),
    hasEnded: (entryId) => endsByEntry.has(entryId),
    booking: (reference, direction) => byReference.get(`${reference}/${direction}`),
    learn: (findings) => {
      for (const { type, entryId, reference } of findings.bankEvents) {
        const isEnd = type === "returned" || type === "rejected";
        if (isEnd && entryId !== undefined) addEnd({ entryId, type, reference });
      }
      findings.bookings.forEach(addBooking);
    },
  };
}

/** An entry that was never sent cannot be meant by the bank. */
const neverLeft: ReadonlySet<BankEntryState> = new Set(["queued", "withdrawn"]);

/**
 * ACH entries are matched by trace number, the other systems by our id or the UETR. Free text written by a third party
 * never matches.
 */
function namesOf({ system, id, uetr, traceNumber }: StoredEntry): readonly string[] {
  const names = system === "ach" ? [traceNumber] : [id, uetr];
  return names.filter((name) => name !== undefined);
}
