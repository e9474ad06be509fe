import type { BankEntryState, EntryEvent, IncomingBankPayment } from "../bank-work.ts";
import { isDebit, paymentSystemOf, type RailSystem } from "../rail.ts";
import type { Booking, KnownBooking } from "./account-store.ts";
import { type EntryEnding, type NewBankEvent, receivedKey } from "./bank-event-store.ts";
import type { ItemKind, StatementRecord } from "./bank-record.ts";
import type { EntryRow, StoredEntry } from "./entry-store.ts";
import { type AboutItem, type NewItem, newItem } from "./item-store.ts";
import type { Movement } from "./movement.ts";

/** Stored data that is needed to interpret a file. */
export interface Facts {
  readonly entries: readonly StoredEntry[];
  /** References of entries that the bank has and a restored database does not know yet. */
  readonly awaited: ReadonlySet<string>;
  readonly endings: readonly EntryEnding[];
  readonly bookings: readonly KnownBooking[];
  readonly movements: readonly Movement[];
}

/** Results of a file. */
export interface Findings {
  readonly bankEvents: readonly NewBankEvent[];
  readonly items: readonly NewItem[];
  readonly bookings: readonly Booking[];
  /** Movements with the references that were not known before. */
  readonly movements: readonly Movement[];
  readonly statements: readonly StatementRecord[];
  /** Keys of items that this resolves. */
  readonly resolved: readonly string[];
  /** Ids of our files that the bank has. */
  readonly acknowledged: ReadonlySet<string>;
}

/** The results of a file so far, and the stored data by reference, with what the file has added to it. */
export interface GrowingFindings extends Findings {
  readonly fileId: string;
  /** The entry, on the given rail system if any. Undefined if no reference matches, or if they match different entries. */
  entryNamed(
    references: readonly (string | undefined)[],
    systems?: readonly RailSystem[],
  ): StoredEntry | undefined;
  /** Whether any reference is that of an entry that the bank has and a restored database does not know yet. */
  isAwaited(references: readonly (string | undefined)[]): boolean;
  entriesOfFile(fileId: string): readonly StoredEntry[];
  returnOf(entryId: string): EntryEnding | undefined;
  hasEnded(entryId: string): boolean;
  booking(reference: string, direction: KnownBooking["direction"]): KnownBooking | undefined;
  addEntryEvent(entry: StoredEntry, event: EntryEventFields, names?: EventNames): void;
  /** A movement with one of the references, booked under another reference of the bank. */
  bookedBefore(movement: Movement): Movement | undefined;
  addMovement(movement: Movement): void;
  /** A held payment is published only if an operator decides so. */
  addReceived(incomingPayment: IncomingBankPayment, options?: { readonly isHeld: boolean }): void;
  /** The name makes the item unique: a reference of the bank, or its position. */
  addItem(kind: ItemKind, name: string, about: AboutItem): void;
  addBooking(booking: Booking): void;
  addStatement(statement: StatementRecord): void;
  resolve(itemKey: string): void;
  acknowledge(fileId: string): void;
}

/** An event of an entry, without the entry. */
export type EntryEventFields = EntryEvent extends infer Event
  ? Event extends EntryEvent
    ? Omit<Event, "entry">
    : never
  : never;

interface EventNames {
  readonly reference: string | undefined;
  /** If an entry may have several events of the type. */
  readonly key?: string;
}

export function createFindings(
  { entries, awaited, endings, bookings, movements }: Facts,
  fileId: string,
): GrowingFindings {
  const left = entries.filter(({ state }) => !neverLeft.has(state));
  const byName = new Map(left.flatMap((entry) => namesOf(entry).map((name) => [name, entry] as const)));
  const byFile = new Map<string, StoredEntry[]>();
  for (const entry of left) collect(byFile, entry.fileId ?? "", entry);
  const endingsByEntry = new Map<string, EntryEnding[]>();
  for (const ending of endings) collect(endingsByEntry, ending.entryId ?? "", ending);
  const bookingName = ({ reference, direction }: Pick<KnownBooking, "reference" | "direction">) =>
    `${reference}/${direction}`;
  const knownBookings = new Map(bookings.map((booking) => [bookingName(booking), booking]));
  const found = {
    bankEvents: [] as NewBankEvent[],
    items: [] as NewItem[],
    bookings: [] as Booking[],
    movements: [] as Movement[],
    statements: [] as StatementRecord[],
    resolved: [] as string[],
    acknowledged: new Set<string>(),
  };
  return {
    ...found,
    ...trackMovements(movements, found.movements),
    fileId,
    entryNamed: (references, systems) => {
      const matches = references.flatMap((reference) => byName.get(reference ?? "") ?? []);
      const named = new Set(
        matches.filter((entry) => systems === undefined || systems.includes(entry.system)),
      );
      return named.size === 1 ? [...named][0] : undefined;
    },
    isAwaited: (references) => references.some((reference) => awaited.has(reference ?? "")),
    entriesOfFile: (fileId) => byFile.get(fileId) ?? [],
    returnOf: (entryId) => endingsByEntry.get(entryId)?.find(({ type }) => type === "returned"),
    hasEnded: (entryId) => endingsByEntry.has(entryId),
    booking: (reference, direction) => knownBookings.get(bookingName({ reference, direction })),
    addEntryEvent: (entry, event, names) => {
      found.bankEvents.push(newEntryEvent(entry, event, names));
      const { type } = event;
      const ending = { entryId: entry.id, reference: names?.reference };
      if (type === "returned" || type === "rejected") collect(endingsByEntry, entry.id, { ...ending, type });
    },
    addReceived: (incomingPayment, { isHeld } = { isHeld: false }) => {
      const { bankReference: reference } = incomingPayment;
      const event = { type: "received", incomingPayment } as const;
      const key = receivedKey(reference);
      found.bankEvents.push({ key, event, tenantId: undefined, reference, dueAt: undefined, isHeld });
    },
    addItem: (kind, name, about) => found.items.push(newItem(kind, name, about)),
    addBooking: (booking) => {
      found.bookings.push(booking);
      knownBookings.set(bookingName(booking), booking);
    },
    addStatement: (statement) => found.statements.push(statement),
    resolve: (itemKey) => found.resolved.push(itemKey),
    acknowledge: (id) => found.acknowledged.add(id),
  };
}

/** The known movements by reference. New ones are added to `found`. */
function trackMovements(
  known: readonly Movement[],
  found: Movement[],
): Pick<GrowingFindings, "addMovement" | "bookedBefore"> {
  const movementName = (direction: Movement["direction"], name: string) => `${direction}/${name}`;
  const byName = new Map(
    known.flatMap((movement) =>
      movement.names.map((name) => [movementName(movement.direction, name), movement] as const),
    ),
  );
  return {
    bookedBefore: ({ direction, names, bookingReference }) =>
      names
        .map((name) => byName.get(movementName(direction, name)))
        .find((earlier) => earlier !== undefined && earlier.bookingReference !== bookingReference),
    addMovement: (movement) => {
      const names = movement.names.filter((name) => !byName.has(movementName(movement.direction, name)));
      if (names.length === 0) return;
      found.push({ ...movement, names });
      for (const name of names) byName.set(movementName(movement.direction, name), movement);
    },
  };
}

/** An entry that was never sent cannot be meant by the bank. */
const neverLeft: ReadonlySet<BankEntryState> = new Set(["queued", "withdrawn"]);

/**
 * Entries of Nacha files are matched by trace number, those of messages by our id or the UETR. Free text written by a third party
 * never matches.
 */
function namesOf({ system, id, uetr, traceNumber }: StoredEntry): readonly string[] {
  const names = paymentSystemOf(system).format === "nacha" ? [traceNumber] : [id, uetr];
  return names.filter((name) => name !== undefined);
}

/** The settlement of a debit is due when it can no longer be returned for insufficient funds. */
export function newEntryEvent(
  { id, kind, subject, traceNumber, tenantId, rail, finalAt }: EntryRow,
  event: EntryEventFields,
  { reference, key = `${event.type}/${id}` }: EventNames = { reference: undefined },
): NewBankEvent {
  const dueAt = event.type === "settled" && isDebit(rail) ? finalAt : undefined;
  const entry = { id, subject, traceNumber, ...(kind === "prenote" && { isPrenote: true }) };
  return { key, event: { ...event, entry }, tenantId, reference, dueAt };
}

function collect<Value>(groups: Map<string, Value[]>, key: string, value: Value): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}
