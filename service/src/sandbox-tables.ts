import { bigint, integer, numeric, optional, sealed, text, timestamptz } from "./db/column.ts";
import { table } from "./db/table.ts";
import type { Id, Network, TenantId } from "./kernel/id.ts";
import type { SimulatedClock } from "./rails/bank-simulator.ts";
import type { RailSystem } from "./rails/rail.ts";

type ItemId = Id<"sandbox_bank_item">;

export function sandboxFileContext({
  network,
  number,
}: {
  readonly network: string;
  readonly number: bigint;
}): string {
  return `sandbox_bank_files/${network}/${number}`;
}

export function sandboxItemContext({
  network,
  id,
}: {
  readonly network: string;
  readonly id: string;
}): string {
  return `sandbox_bank_items/${network}/${id}`;
}

/** Booked credits and debits on the account at the sandbox bank. */
export const sandboxBankBookings = table({
  name: "sandbox_bank_bookings",
  owner: "sandbox",
  place: "coordinator",
  key: ["network", "number"],
  columns: {
    network: text<Network>(),
    number: bigint(),
    itemId: text<ItemId>(),
    kind: text<"settlement" | "return">(),
    direction: text<"credit" | "debit">(),
    amountCents: numeric(),
    bankReference: text(),
    /** Its banking day. */
    day: text(),
    bookedAt: timestamptz(),
  },
});

/** Clocks of tenants at the sandbox bank. */
export const sandboxBankClocks = table({
  name: "sandbox_bank_clocks",
  owner: "sandbox",
  place: "coordinator",
  key: ["network", "tenantId"],
  columns: {
    network: text<Network>(),
    tenantId: text<TenantId>(),
    /** Undefined until a mode is chosen. */
    clockMode: optional(text<SimulatedClock["mode"]>()),
    /** Offset from the bank's clock. */
    aheadMs: bigint(),
  },
});

/** Files submitted to the sandbox bank. */
export const sandboxBankDeliveries = table({
  name: "sandbox_bank_deliveries",
  owner: "sandbox",
  place: "coordinator",
  key: ["network", "sha256"],
  columns: {
    network: text<Network>(),
    sha256: text(),
    name: text(),
    /** Of an accepted ISO 20022 message. */
    messageId: optional(text()),
    outcome: text<"taken" | "refused">(),
    refusedFor: optional(text()),
    repeats: integer(),
    deliveredAt: timestamptz(),
    /** The sender's entries: `id trace`, one per line. */
    entries: text(),
  },
});

/** Files created by the sandbox bank. */
export const sandboxBankFiles = table({
  name: "sandbox_bank_files",
  owner: "sandbox",
  place: "coordinator",
  key: ["network", "number"],
  columns: {
    network: text<Network>(),
    number: bigint(),
    name: text(),
    sealed: sealed(sandboxFileContext),
    /** Not returned before this time. */
    readyAt: timestamptz(),
    putAwayTo: optional(text<"archive" | "quarantine">()),
  },
});

/** Payments, returns and incoming payments at the sandbox bank. */
export const sandboxBankItems = table({
  name: "sandbox_bank_items",
  owner: "sandbox",
  place: "coordinator",
  key: ["network", "id"],
  columns: {
    network: text<Network>(),
    id: text<ItemId>(),
    kind: text<"payment" | "return" | "incoming_payment">(),
    system: text<RailSystem>(),
    /** From Florin's account: a credit increases the balance. */
    direction: text<"credit" | "debit">(),
    amountCents: numeric(),
    /** In files: the ACH trace number, the end-to-end or return id, or the bank's own for an incoming payment. */
    reference: text(),
    bankReference: optional(text()),
    /** IMAD or trace number. */
    clearingReference: optional(text()),
    state: text<"waiting" | "settled" | "rejected" | "returned">(),
    /** What will happen when it is due. */
    outcome: text<"settle" | "reject" | "return">(),
    dueAt: timestamptz(),
    settledAt: optional(timestamptz()),
    sealed: sealed(sandboxItemContext),
    createdAt: timestamptz(),
    /** The tenant whose clock applies; undefined for the bank's own. */
    tenantId: optional(text<TenantId>()),
  },
});

/** Clock, counters and balance of the sandbox bank. */
export const sandboxBanks = table({
  name: "sandbox_banks",
  owner: "sandbox",
  place: "coordinator",
  key: ["network"],
  columns: {
    network: text<Network>(),
    /** Undefined until a mode is chosen. */
    clockMode: optional(text<SimulatedClock["mode"]>()),
    aheadMs: bigint(),
    nextNumber: bigint(),
    /** The last banking day with a statement, and its closing balance. */
    statedUntil: text(),
    balanceCents: numeric(),
  },
});
