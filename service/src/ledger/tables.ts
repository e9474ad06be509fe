import {
  bigint,
  bigintArray,
  boolean,
  bytea,
  numeric,
  numericArray,
  optional,
  smallint,
  text,
  timestamptz,
} from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Network, TenantId } from "../kernel/id.ts";

/** Checkpoint hash of each journal at its last successful verification. */
export const journalMarks = table({
  name: "journal_marks",
  owner: "ledger",
  place: "distributed",
  key: ["tenantId", "network"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    sequence: bigint(),
    hash: bytea(),
    verifiedAt: timestamptz(),
  },
});

/** Progress and last result of the daily verification of all journals. */
export const journalRounds = table({
  name: "journal_rounds",
  owner: "ledger",
  place: "coordinator",
  key: ["name"],
  columns: {
    name: text(),
    startedAt: timestamptz(),
    progressedAt: timestamptz(),
    isUnderWay: boolean(),
    endedAt: optional(timestamptz()),
    journalCount: optional(bigint()),
    findingCount: optional(bigint()),
    unverifiedCount: optional(bigint()),
  },
});

/** Ledger accounts, append-only. */
export const ledgerAccounts = table({
  name: "ledger_accounts",
  owner: "ledger",
  place: "distributed",
  key: ["tenantId", "number", "network"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    number: bigint(),
    kind: text<
      | "treasury"
      | "external"
      | "fees"
      | "suspense"
      | "wallet"
      | "supply"
      | "reserve"
      | "clearing"
      | "receivable"
      | "expense"
    >(),
    owner: text(),
    chain: text(),
    assetCode: text(),
    assetScale: smallint(),
    openedAt: timestamptz(),
  },
});

/** Scale of each asset in a journal, append-only. */
export const ledgerAssets = table({
  name: "ledger_assets",
  owner: "ledger",
  place: "distributed",
  key: ["tenantId", "network", "code"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    code: text(),
    scale: smallint(),
  },
});

/** Balance of each ledger account, can be rebuilt from the journal. */
export const ledgerBalances = table({
  name: "ledger_balances",
  owner: "ledger",
  place: "distributed",
  key: ["tenantId", "network", "accountNumber"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    accountNumber: bigint(),
    postedUnits: numeric(),
    heldUnits: numeric(),
    minimumUnits: optional(numeric()),
    maximumUnits: optional(numeric()),
  },
});

/** History of each ledger account, append-only. */
export const ledgerEntries = table({
  name: "ledger_entries",
  owner: "ledger",
  place: "distributed",
  key: ["tenantId", "network", "accountNumber", "at", "sequence", "position"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    accountNumber: bigint(),
    at: timestamptz(),
    sequence: bigint(),
    position: smallint(),
    postedChange: numeric(),
    heldChange: numeric(),
    postedUnits: numeric(),
    heldUnits: numeric(),
  },
});

/** Head of each journal, locked by its writer. */
export const ledgerHeads = table({
  name: "ledger_heads",
  owner: "ledger",
  place: "distributed",
  key: ["tenantId", "network"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    lastSequence: bigint(),
    lastHash: bytea(),
    lastAt: timestamptz(),
    lastAccountNumber: bigint(),
    rebuilds: bigint(),
  },
});

/** Holds and how they were closed, can be rebuilt from the journal. */
export const ledgerHolds = table({
  name: "ledger_holds",
  owner: "ledger",
  place: "distributed",
  key: ["tenantId", "network", "key"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    key: text(),
    accountNumber: bigint(),
    units: numeric(),
    openedSequence: bigint(),
    closedSequence: optional(bigint()),
    closedBy: optional(text<"post_hold" | "void_hold">()),
    postedUnits: optional(numeric()),
  },
});

/** Posting sets and holds as recorded, append-only, hash-chained. */
export const ledgerJournal = table({
  name: "ledger_journal",
  owner: "ledger",
  place: "distributed",
  key: ["tenantId", "sequence", "network"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    sequence: bigint(),
    at: timestamptz(),
    type: text<"hold" | "post" | "post_hold" | "void_hold">(),
    key: text(),
    holdKey: optional(text()),
    accountNumbers: bigintArray(),
    units: numericArray(),
    hash: bytea(),
  },
});
