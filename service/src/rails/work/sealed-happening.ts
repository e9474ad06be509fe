import { assert } from "../../kernel/assert.ts";
import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { BankReason, BankReceipt } from "../bank-work.ts";
import { receiptFromJson, receiptToJson } from "./receipt-json.ts";

/** What the bank said of an entry, or what came in. */
export type HappeningContent =
  | { readonly at: Instant; readonly imad?: string | undefined; readonly reason?: BankReason | undefined }
  | { readonly receipt: BankReceipt };

export interface HappeningKey {
  readonly network: string;
  readonly id: string;
}

// Written into every sealed value, so that a later build knows what it reads.
const formatVersion = 1;

export function sealHappening(keyRing: KeyRing, content: HappeningContent, key: HappeningKey): Buffer {
  const json = "receipt" in content ? { receipt: receiptToJson(content.receipt) } : content;
  const plain = JSON.parse(JSON.stringify({ version: formatVersion, content: json })) as Json;
  return seal(keyRing, Buffer.from(canonicalJson(plain)), happeningContext(key));
}

/** The envelope vouches for the bytes, so what it holds is what `sealHappening` wrote. */
export function openHappening(keyRing: KeyRing, sealed: Buffer, key: HappeningKey): HappeningContent {
  const { version, content } = JSON.parse(open(keyRing, sealed, happeningContext(key)).toString()) as {
    readonly version: number;
    readonly content: HappeningContent;
  };
  assert(version === formatVersion, "a happening was written in a form that this build cannot read");
  return "receipt" in content
    ? { receipt: receiptFromJson(content.receipt as unknown as Json) }
    : { at: content.at, imad: content.imad, reason: content.reason };
}

export function happeningContext({ network, id }: HappeningKey): string {
  return `bank_happenings/${network}/${id}`;
}
