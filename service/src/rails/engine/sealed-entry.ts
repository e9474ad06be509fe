import { assert } from "../../kernel/assert.ts";
import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type {
  IncomingBankPayment,
  NewBankEntry,
  NewPaymentEntry,
  NewPrenoteEntry,
  NewReturnEntry,
} from "../bank-work.ts";
import { entryContext } from "./sealed-contexts.ts";

/** Confidential fields of an entry: counterparty, texts, incoming payment. */
export type EntryContent =
  | (Pick<NewPaymentEntry, "kind" | "counterparty" | "statement"> & {
      /** Direction of a prenote, which has the content of a payment. */
      readonly prenote?: NewPrenoteEntry["direction"];
    })
  | Pick<NewReturnEntry, "kind" | "incomingPayment" | "reason">;

// Part of every sealed value, so that later versions can read it.
const formatVersion = 1;

export function sealEntry(keyRing: KeyRing, entry: NewBankEntry): Buffer {
  const plain = { version: formatVersion, content: contentToJson(entry) };
  return seal(keyRing, Buffer.from(canonicalJson(plain)), entryContext(entry));
}

/** The envelope authenticates the bytes, so they are what `sealEntry` wrote. */
export function openEntry(
  keyRing: KeyRing,
  sealed: Buffer,
  key: Parameters<typeof entryContext>[0],
): EntryContent {
  const { version, content } = JSON.parse(open(keyRing, sealed, entryContext(key)).toString()) as {
    readonly version: number;
    readonly content: EntryContent;
  };
  assert(version === formatVersion, "a bank entry has a format that this version cannot read");
  return content.kind === "payment" ? content : returnFromJson(content);
}

function contentToJson(entry: NewBankEntry): Json {
  return JSON.parse(JSON.stringify(contentOf(entry))) as Json;
}

function contentOf(entry: NewBankEntry) {
  if (entry.kind === "return") {
    const { kind, incomingPayment, reason } = entry;
    return { kind, incomingPayment: incomingPaymentToJson(incomingPayment), reason };
  }
  const { counterparty, statement } = entry;
  const prenote = entry.kind === "prenote" ? entry.direction : undefined;
  return { kind: "payment", counterparty, statement, prenote };
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
