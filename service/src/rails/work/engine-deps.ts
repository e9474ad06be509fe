import type { Database } from "../../db/database.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { Bank } from "../bank.ts";
import type { BankListener } from "../bank-work.ts";
import type { BankLease } from "./bank-lease.ts";

/** What every step of the engine is handed. */
export interface EngineDeps {
  readonly bank: Bank;
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly lease: BankLease;
  readonly listener: BankListener;
  readonly report: (report: BankReport) => void;
  readonly onError: (error: unknown) => void;
  /** Where tests stop the engine; between any two of these a process may be killed. */
  readonly checkpoint: (point: BankCheckpoint) => Promise<void>;
}

export const bankCheckpoints = [
  "planned",
  "filed",
  "delivered",
  "sent",
  "collected",
  "stored",
  "read",
  "put-away",
  "telling",
  "told",
] as const;
export type BankCheckpoint = (typeof bankCheckpoints)[number];

export type BankReport =
  | { readonly type: "bank-unavailable"; readonly detail: string }
  | { readonly type: "sent"; readonly fileId: string; readonly name: string }
  /** No file can hold the entry; its owner is told that it was rejected. */
  | { readonly type: "unwritable"; readonly entryId: string }
  | { readonly type: "duplicate-file"; readonly fileId: string; readonly name: string }
  | {
      readonly type: "quarantined";
      readonly fileId: string;
      readonly name: string;
      readonly problems: number;
    }
  | { readonly type: "item"; readonly kind: string; readonly reference: string | undefined }
  | { readonly type: "untold"; readonly happeningId: string; readonly attempts: number };

/** How much one step takes at once. */
export const batchSize = 500;
/** Entries in one ACH file. */
export const maxEntriesPerFile = 5_000;
/** Messages of one payment each that are written in one transaction. */
export const maxMessagesAtOnce = 100;
/** Files that are looked at, or sent, in one round. */
export const maxFilesAtOnce = 20;
/** Happenings of one tenant that are told in one transaction. */
export const maxToldAtOnce = 100;
