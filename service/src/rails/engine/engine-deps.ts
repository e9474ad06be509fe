import type { Database } from "../../db/database.ts";
import type { FencedLease } from "../../db/fenced-lease.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { Bank } from "../bank.ts";
import type { BankListener } from "../bank-work.ts";
import type { MessageSettings } from "../message-settings.ts";

/** Dependencies of every engine step. */
export interface EngineDeps {
  readonly bank: Bank;
  readonly messages: MessageSettings;
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly lease: FencedLease;
  readonly listener: BankListener;
  readonly report: (report: BankReport) => void;
  readonly onError: (error: unknown) => void;
  /** Kill points for tests: a process may be killed between any two of these. */
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
  "applying",
  "applied",
] as const;
export type BankCheckpoint = (typeof bankCheckpoints)[number];

export type BankReport =
  | { readonly type: "bank-unavailable"; readonly detail: string }
  | { readonly type: "sent"; readonly fileId: string; readonly name: string }
  /** The entry cannot be written to a file; its owner gets a rejection. */
  | { readonly type: "unwritable"; readonly entryId: string }
  | { readonly type: "duplicate-file"; readonly fileId: string; readonly name: string }
  | {
      readonly type: "quarantined";
      readonly fileId: string;
      readonly name: string;
      readonly problems: number;
    }
  | { readonly type: "item"; readonly kind: string; readonly reference: string | undefined }
  | { readonly type: "unapplied_event"; readonly bankEventId: string; readonly attempts: number };

/** Batch size of one step. */
export const batchSize = 500;
/** Entries in one ACH file. */
export const maxEntriesPerFile = 5_000;
/** Single-payment messages that are written in one transaction. */
export const maxMessagesAtOnce = 100;
/** Files that are read or sent in one round. */
export const maxFilesAtOnce = 20;
/** Bank events of one tenant that are published in one transaction. */
export const maxPublishedAtOnce = 100;
