import { boolean, integer, jsonb, numeric, optional, sealed, text, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import type { BankEntryState, BankEvent, NewBankEntry } from "./bank-work.ts";
import type { FileProblem, ItemKind } from "./engine/bank-record.ts";
import type { FileState } from "./engine/file-store.ts";
import type { ItemRecord } from "./engine/item-store.ts";
import type { CounterName } from "./engine/queue-store.ts";
import { bankEventContext, entryContext, fileContext } from "./engine/sealed-contexts.ts";
import type { BankRail } from "./rail.ts";

/** Booked credits and debits on the account at the bank. */
export const bankBookings = table({
  name: "bank_bookings",
  owner: "rails",
  place: "coordinator",
  key: ["network", "reference", "direction"],
  columns: {
    network: text<Network>(),
    reference: text(),
    direction: text<"credit" | "debit">(),
    amountCents: numeric(),
    transactionCode: optional(text()),
    /** `YYYY-MM-DD` */
    bookedOn: text(),
    fileId: text(),
    /** The statement that contains it; undefined while only a notification did. */
    reportId: optional(text()),
    createdAt: timestamptz(),
    /** The part that was booked before under another reference. */
    duplicateCents: numeric(),
  },
});

/** Counters for numbers in bank files. */
export const bankCounters = table({
  name: "bank_counters",
  owner: "rails",
  place: "coordinator",
  key: ["network", "name"],
  columns: {
    network: text<Network>(),
    name: text<CounterName>(),
    value: numeric(),
  },
});

/** Bank entries (payments, debits and returns) and their status. */
export const bankEntries = table({
  name: "bank_entries",
  owner: "rails",
  place: "distributed",
  key: ["tenantId", "id"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text(),
    kind: text<NewBankEntry["kind"]>(),
    rail: text<BankRail>(),
    subject: text(),
    amountCents: numeric(),
    sealed: sealed(entryContext),
    state: text<BankEntryState>(),
    isUnwritable: boolean(),
    leavesAt: optional(timestamptz()),
    cutoffAt: optional(timestamptz()),
    settlesAt: optional(timestamptz()),
    finalAt: optional(timestamptz()),
    settlementDate: optional(text()),
    traceNumber: optional(text()),
    uetr: optional(text()),
    fileId: optional(text()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Bank events, stored once and applied once. */
export const bankEvents = table({
  name: "bank_events",
  owner: "rails",
  place: "coordinator",
  key: ["id"],
  columns: {
    id: text(),
    network: text<Network>(),
    /** Unique per event, so that it is stored once. */
    key: text(),
    type: text<BankEvent["type"]>(),
    /** Undefined for an incoming payment: its owner is found when it is published. */
    tenantId: optional(text<TenantId>()),
    entryId: optional(text()),
    /** The bank's reference, by which a repeated event is recognized. */
    reference: optional(text()),
    sealed: sealed(bankEventContext, { contextColumns: ["network"] }),
    /** A held event is not published until an operator decides so. */
    state: text<"waiting" | "applied" | "superseded" | "held">(),
    /** In bank time; undefined for immediately. */
    dueAt: optional(timestamptz()),
    attempts: integer(),
    retryAt: optional(timestamptz()),
    /** Undefined for events that we derived ourselves. */
    fileId: optional(text()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Files to and from banks, with bank entries of many tenants. */
export const bankFiles = table({
  name: "bank_files",
  owner: "rails",
  place: "coordinator",
  key: ["id"],
  columns: {
    id: text(),
    network: text<Network>(),
    direction: text<"out" | "in">(),
    name: text(),
    sha256: text(),
    sizeBytes: integer(),
    state: text<FileState>(),
    sealed: optional(sealed(fileContext, { contextColumns: ["network"] })),
    duplicateOf: optional(text()),
    problems: jsonb<readonly FileProblem[]>(),
    putAwayAt: optional(timestamptz()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
    /** Found by a recovery after a restore. The bytes of an outgoing one are unknown. */
    restoreId: optional(text()),
    /** When the bank reported an interim status of an outgoing file. */
    acknowledgedAt: optional(timestamptz()),
  },
});

/** Bank records that need manual review. */
export const bankItems = table({
  name: "bank_items",
  owner: "rails",
  place: "coordinator",
  key: ["id"],
  columns: {
    id: text(),
    network: text<Network>(),
    /** Unique per item, so that it is raised once. */
    key: text(),
    kind: text<ItemKind>(),
    fileId: optional(text()),
    entryId: optional(text()),
    reference: optional(text()),
    amountCents: optional(numeric()),
    detail: text(),
    state: text<"done" | "open">(),
    /** How it was resolved. */
    note: optional(text()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
    /** The records that contradict each other, the earlier one first. */
    records: optional(jsonb<readonly ItemRecord[]>()),
  },
});

/** By what networks know a movement, so that it is booked once. */
export const bankMovementReferences = table({
  name: "bank_movement_references",
  owner: "rails",
  place: "coordinator",
  key: ["network", "direction", "name"],
  columns: {
    network: text<Network>(),
    direction: text<"credit" | "debit">(),
    name: text(),
    bookingReference: text(),
    reference: text(),
    amountCents: numeric(),
    createdAt: timestamptz(),
  },
});

/** Balances of the account at the bank, for reconciliation. */
export const bankStatements = table({
  name: "bank_statements",
  owner: "rails",
  place: "coordinator",
  key: ["id"],
  columns: {
    id: text(),
    network: text<Network>(),
    reportId: text(),
    /** The last digits of the account. */
    accountEnding: text(),
    /** `YYYY-MM-DD` */
    statedOn: text(),
    openingCents: optional(numeric()),
    closingCents: optional(numeric()),
    creditCents: numeric(),
    debitCents: numeric(),
    fileId: text(),
    createdAt: timestamptz(),
  },
});

/** Credits at the bank that were used by reference, each once. */
export const bankUsedCredits = table({
  name: "bank_used_credits",
  owner: "rails",
  place: "coordinator",
  key: ["network", "reference"],
  columns: {
    network: text<Network>(),
    /** The bank's. */
    reference: text(),
    usedFor: text(),
    amountCents: numeric(),
    createdAt: timestamptz(),
  },
});
