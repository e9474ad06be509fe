import { assert } from "../../kernel/assert.ts";
import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { NewBankEntry, NewPaymentEntry, NewReturnEntry } from "../bank-work.ts";
import { receiptFromJson, receiptToJson } from "./receipt-json.ts";

/** What of an entry is somebody's own: who is paid, what is written, what came. */
export type EntryContent =
  | Pick<NewPaymentEntry, "kind" | "counterparty" | "statement">
  | Pick<NewReturnEntry, "kind" | "receipt" | "reason">;

export interface EntryKey {
  readonly tenantId: string;
  readonly id: string;
}

// Written into every sealed value, so that a later build knows what it reads.
const formatVersion = 1;

export function sealEntry(keyRing: KeyRing, entry: NewBankEntry): Buffer {
  const plain = { version: formatVersion, content: contentToJson(entry) };
  return seal(keyRing, Buffer.from(canonicalJson(plain)), entryContext(entry));
}

/** The envelope vouches for the bytes, so what it holds is what `sealEntry` wrote. */
export function openEntry(keyRing: KeyRing, sealed: Buffer, key: EntryKey): EntryContent {
  const { version, content } = JSON.parse(open(keyRing, sealed, entryContext(key)).toString()) as {
    readonly version: number;
    readonly content: EntryContent;
  };
  assert(version === formatVersion, "a bank entry was written in a form that this build cannot read");
  return content.kind === "payment" ? content : returnFromJson(content);
}

export function entryContext({ tenantId, id }: EntryKey): string {
  return `bank_entries/${tenantId}/${id}`;
}

function contentToJson(entry: NewBankEntry): Json {
  const { kind } = entry;
  const content =
    kind === "payment"
      ? { kind, counterparty: entry.counterparty, statement: entry.statement }
      : { kind, receipt: receiptToJson(entry.receipt), reason: entry.reason };
  return JSON.parse(JSON.stringify(content)) as Json;
}

function returnFromJson({ kind, receipt, reason }: Pick<NewReturnEntry, "kind" | "receipt" | "reason">) {
  return { kind, reason, receipt: receiptFromJson(receipt as unknown as Json) };
}
