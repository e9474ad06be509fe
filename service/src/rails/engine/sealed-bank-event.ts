import { assert } from "../../kernel/assert.ts";
import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { BankReason, IncomingBankPayment } from "../bank-work.ts";
import { incomingPaymentFromJson, incomingPaymentToJson } from "./incoming-payment-json.ts";

/** Content of a bank event: of an entry, or an incoming payment. */
export type BankEventContent =
  | { readonly at: Instant; readonly imad?: string | undefined; readonly reason?: BankReason | undefined }
  | { readonly incomingPayment: IncomingBankPayment };

export interface BankEventKey {
  readonly network: string;
  readonly id: string;
}

// Part of every sealed value, so that later versions can read it.
const formatVersion = 1;

export function sealBankEvent(keyRing: KeyRing, content: BankEventContent, key: BankEventKey): Buffer {
  const json =
    "incomingPayment" in content
      ? { incomingPayment: incomingPaymentToJson(content.incomingPayment) }
      : content;
  const plain = JSON.parse(JSON.stringify({ version: formatVersion, content: json })) as Json;
  return seal(keyRing, Buffer.from(canonicalJson(plain)), bankEventContext(key));
}

/** The envelope authenticates the bytes, so they are what `sealBankEvent` wrote. */
export function openBankEvent(keyRing: KeyRing, sealed: Buffer, key: BankEventKey): BankEventContent {
  const { version, content } = JSON.parse(open(keyRing, sealed, bankEventContext(key)).toString()) as {
    readonly version: number;
    readonly content: BankEventContent;
  };
  assert(version === formatVersion, "a bank event has a format that this version cannot read");
  return "incomingPayment" in content
    ? { incomingPayment: incomingPaymentFromJson(content.incomingPayment as unknown as Json) }
    : { at: content.at, imad: content.imad, reason: content.reason };
}

export function bankEventContext({ network, id }: BankEventKey): string {
  return `bank_events/${network}/${id}`;
}
