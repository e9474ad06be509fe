import type { Id } from "../src/kernel/id.ts";
import { type Instant, parseInstant } from "../src/kernel/instant.ts";
import type { BankIdentity } from "../src/rails/bank.ts";
import type {
  Counterparty,
  IncomingBankPayment,
  NewPaymentEntry,
  StatementText,
} from "../src/rails/bank-work.ts";
import { createFileNumbers } from "../src/rails/engine/bank-reference.ts";
import type { DueEntry, WriteContext } from "../src/rails/engine/write-files.ts";
import type { IsoProfileName } from "../src/rails/iso20022/iso-profile.ts";
import { senderOf } from "../src/rails/message-settings.ts";
import { type BankRail, systemOf } from "../src/rails/rail.ts";

// All names are invented.

const identity: BankIdentity = {
  bankName: "Larkspur Bank",
  bankAddress: "1 Larkspur Square, Minneapolis, MN 55401",
  routingNumber: "091000019",
  accountNumber: "4400123456",
  companyName: "FLORIN EXAMPLE",
  companyId: "1123456789",
  beneficiaryName: "Florin Example Inc",
  beneficiaryAddress: "2 Larkspur Square, Suite 300, Minneapolis, MN 55401",
  virtualAccountPrefix: "8800",
};

/** Monday, 16 November 2026, 21:30 in New York: the Fedwire day is the next one. */
const mondayNight = instantOf("2026-11-17T02:30:00.250Z");

/** What the files of these profiles are written from. */
export function writeContextOf(...profiles: readonly IsoProfileName[]): WriteContext {
  const sender = senderOf({ routingNumber: identity.routingNumber, fedwireSource: "FLRNTST1" });
  let files = 0;
  return {
    network: "mainnet",
    identity,
    messages: { profiles, sender, envelope: "none", swift: undefined },
    now: mondayNight,
    newId: <Kind extends string>() => {
      files += 1;
      return `01KA7Q9V0000000000000000F${files}` as Id<Kind>;
    },
    numbers: createFileNumbers("09100001", { trace: 0n, modifier: 0n, minute: 0n, message: 41n }),
  };
}

const counterparty: NewPaymentEntry["counterparty"] = {
  name: "Grace Quill",
  routingNumber: "011000015",
  accountNumber: "9988776655",
  accountType: "checking",
  address: {
    streetLine1: "12B Sample Road",
    streetLine2: "Apt 7",
    city: "Boston",
    state: "MA",
    zip: "02110",
  },
  bankAddress: {
    streetLine1: "1000 Peachtree Street NE",
    streetLine2: undefined,
    city: "Atlanta",
    state: "GA",
    zip: "30309",
  },
};

export function duePayment(
  rail: BankRail,
  texts: Partial<StatementText> = {},
  holder?: Counterparty["holder"],
): DueEntry {
  const statement = { name: "Ada Example & Daughters", memo: "Invoice 7", ...texts };
  const content = { kind: "payment", counterparty: { ...counterparty, holder }, statement } as const;
  return { row: rowOf("payment", rail), content };
}

export function dueReturn(rail: BankRail, incoming: Partial<IncomingBankPayment> = {}): DueEntry {
  const incomingPayment = { ...incomingWire, system: systemOf(rail), ...incoming };
  return { row: rowOf("return", rail), content: { kind: "return", incomingPayment, reason: "AC01" } };
}

const incomingWire: IncomingBankPayment = {
  bankReference: "BANK-77",
  system: "wire",
  amountCents: 250_000n,
  accountNumber: "8800000042",
  receivedAt: instantOf("2026-11-16T19:00:05Z"),
  senderName: "Hugo Sender",
  senderAccountNumber: "700100200300",
  senderBankName: "Sender Bank",
  senderBankRoutingNumber: "021000021",
  reference: "Order 9",
  imad: "20261116SENDRBNK000007",
  traceNumber: undefined,
  uetr: "0f8fad5b-d9cb-469f-a165-70867728950e",
  endToEndId: "SENDER-77",
  messageId: "20261116SENDRBNK000007",
};

function rowOf(kind: "payment" | "return", rail: BankRail): DueEntry["row"] {
  const at = mondayNight;
  return {
    tenantId: "01TENANT000000000000000000" as Id<"tenant">,
    id: "01KA7Q9V000000000000ENTRY1",
    kind,
    rail,
    system: systemOf(rail),
    subject: "01KA7Q9V00000000000PAYMENT",
    amountCents: 250_000n,
    state: "queued",
    finalAt: undefined,
    traceNumber: undefined,
    uetr: undefined,
    fileId: undefined,
    sealed: Buffer.alloc(0),
    times: { leavesAt: at, cutoffAt: at, settlesAt: at, finalAt: at, settlementDate: "2026-11-17" },
  };
}

function instantOf(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === undefined) throw new Error(`${text} is not an instant`);
  return instant;
}
