import { assert } from "../../kernel/assert.ts";
import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { IncomingBankPayment, NewBankEntry, NewPaymentEntry, NewReturnEntry } from "../bank-work.ts";

/** Confidential fields of an entry: counterparty, texts, incoming payment. */
export type EntryContent =
  | Pick<NewPaymentEntry, "kind" | "counterparty" | "statement">
  | Pick<NewReturnEntry, "kind" | "incomingPayment" | "reason">;

export interface EntryKey {
  readonly tenantId: string;
  readonly id: string;
}

// Part of every sealed value, so that later versions can read it.
const formatVersion = 1;

export function sealEntry(keyRing: KeyRing, entry: NewBankEntry): Buffer {
  const plain = { version: formatVersion, content: contentToJson(entry) };
  return seal(keyRing, Buffer.from(canonicalJson(plain)), entryContext(entry));
}

/** The envelope authenticates the bytes, so they are what `sealEntry` wrote. */
export function openEntry(keyRing: KeyRing, sealed: Buffer, key: EntryKey): EntryContent {
  const { version, content } = JSON.parse(open(keyRing, sealed, entryContext(key)).toString()) as {
    readonly version: number;
    readonly content: EntryContent;
  };
  assert(version === formatVersion, "a bank entry has a format that this version cannot read");
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
      : { kind, incomingPayment: incomingPaymentToJson(entry.incomingPayment), reason: entry.reason };
  return JSON.parse(JSON.stringify(content)) as Json;
}

function returnFromJson({
  kind,
  incomingPayment,
  reason,
}: Pick<NewReturnEntry, "kind" | "incomingPayment" | "reason">) {
  return { kind, reason, incomingPayment: incomingPaymentFromJson(incomingPayment as unknown as Json) };
}

/** JSON has neither bigint nor undefined: amounts are strings, and absent fields are omitted. */
export function incomingPaymentToJson(incomingPayment: IncomingBankPayment): Json {
  return JSON.parse(
    JSON.stringify({ ...incomingPayment, amountCents: `${incomingPayment.amountCents}` }),
  ) as Json;
}

/** Takes only the output of `incomingPaymentToJson`. */
export function incomingPaymentFromJson(json: Json): IncomingBankPayment {
  const { amountCents, ...rest } = json as unknown as WrittenIncomingPayment;
  return {
    senderName: undefined,
    senderAccountNumber: undefined,
    senderBankName: undefined,
    senderBankRoutingNumber: undefined,
    reference: undefined,
    imad: undefined,
    traceNumber: undefined,
    ...rest,
    amountCents: BigInt(amountCents),
  };
}

type RequiredText = "bankReference" | "system" | "accountNumber" | "receivedAt";
type WrittenIncomingPayment = Pick<IncomingBankPayment, RequiredText> &
  Partial<Omit<IncomingBankPayment, RequiredText | "amountCents">> & { readonly amountCents: string };
