import { createHash } from "node:crypto";
import type { Network } from "../src/kernel/id.ts";
import { addMs, type Clock, type Instant } from "../src/kernel/instant.ts";
import {
  type Bank,
  type BankFile,
  type BankIdentity,
  BankUnavailableError,
  type RailTimes,
} from "../src/rails/bank.ts";
import { bankDateOf } from "../src/rails/calendar/new-york.ts";
import { readIsoMessage } from "../src/rails/iso20022/read-iso-message.ts";
import { readNacha } from "../src/rails/nacha/read-nacha.ts";
import { transactionCodeOf } from "../src/rails/nacha/transaction-codes.ts";
import type { BankRail, RailSystem } from "../src/rails/rail.ts";

/** A payment instruction sent to the bank. */
export interface TakenItem {
  /** The trace number of an ACH entry, else the end-to-end id or the id of the return. */
  readonly reference: string;
  readonly system: RailSystem;
  readonly isReturn: boolean;
  /** Direction as seen from our account. */
  readonly direction: "credit" | "debit";
  readonly amountCents: bigint;
  readonly messageId: string;
  readonly rdfi: string;
}

type Method = "now" | "times" | "deliver" | "collect" | "putAway";

/** A bank in memory that rejects duplicates, accepts only readable files, and fails on demand. */
export interface BankDouble {
  readonly bank: Bank;
  readonly taken: TakenItem[];
  /** Accepted files, each once. */
  readonly files: BankFile[];
  readonly putAway: { readonly name: string; readonly to: "archive" | "quarantine" }[];
  /** Number of files to be collected. */
  waiting(): readonly string[];
  /** Adds a file for us; without a name it gets the next one. */
  put(file: { readonly name?: string; readonly ending?: "ach" | "xml"; readonly bytes: Buffer }): string;
  /** Lets the next call of the method fail: before or after its effect. */
  breakNext(method: Method, how: "before" | "after"): void;
  /** Sets the bank's clock this far ahead. */
  ahead(durationMs: number): void;
  timetable(times: (rail: BankRail, now: Instant) => RailTimes): void;
}

export const doubleIdentity: BankIdentity = {
  bankName: "Double Bank",
  bankAddress: "1 Test Street, New York, NY 10001",
  routingNumber: "021000021",
  accountNumber: "9000000001",
  companyName: "FLORIN TEST",
  companyId: "1234567890",
  beneficiaryName: "Florin Test",
  beneficiaryAddress: "2 Test Street, New York, NY 10001",
  virtualAccountPrefix: "88",
};

export function createBankDouble({
  network,
  clock,
}: {
  readonly network: Network;
  readonly clock: Clock;
}): BankDouble {
  const taken: TakenItem[] = [];
  const files: BankFile[] = [];
  const inbox = new Map<string, Buffer>();
  const putAway: { readonly name: string; readonly to: "archive" | "quarantine" }[] = [];
  const broken = new Map<Method, "before" | "after">();
  let aheadMs = 0;
  let number = 0;
  let timesOf = atOnce;
  const now = (): Instant => addMs(clock.now(), aheadMs);
  const call = async <Result>(method: Method, work: () => Result): Promise<Result> => {
    const how = broken.get(method);
    broken.delete(method);
    if (how === "before") throw new BankUnavailableError(`${method} was not reached`);
    const result = work();
    if (how === "after") throw new BankUnavailableError(`the response to ${method} was lost`);
    return result;
  };
  return {
    taken,
    files,
    putAway,
    waiting: () => [...inbox.keys()],
    put: ({ bytes, ending = "xml", name }) => {
      number += 1;
      const given = name ?? `in-${`${number}`.padStart(6, "0")}.${ending}`;
      inbox.set(given, bytes);
      return given;
    },
    breakNext: (method, how) => {
      broken.set(method, how);
    },
    ahead: (durationMs) => {
      aheadMs += durationMs;
    },
    timetable: (times) => {
      timesOf = times;
    },
    bank: {
      network,
      identity: doubleIdentity,
      now: () => call("now", now),
      times: (rail) => call("times", () => timesOf(rail, now())),
      deliver: (file) => call("deliver", () => take(files, taken, file)),
      collect: (limit) =>
        call("collect", () => [...inbox].slice(0, limit).map(([name, bytes]) => ({ name, bytes }))),
      putAway: (name, to) =>
        call("putAway", () => {
          if (inbox.delete(name)) putAway.push({ name, to });
        }),
    },
  };
}

/** Leaves and settles now; a debit is final two minutes later. */
export function atOnce(rail: BankRail, now: Instant): RailTimes {
  const isDebit = rail === "ach_debit" || rail === "same_day_ach_debit";
  return {
    leavesAt: now,
    cutoffAt: now,
    settlesAt: now,
    finalAt: isDebit ? addMs(now, 120_000) : now,
    settlementDate: bankDateOf(now),
  };
}

function take(files: BankFile[], taken: TakenItem[], file: BankFile): void {
  const earlier = files.find(({ name }) => name === file.name);
  if (earlier !== undefined) {
    if (!earlier.bytes.equals(file.bytes)) throw new Error(`${file.name} came again with other bytes`);
    return;
  }
  if (files.some(({ bytes }) => hashOf(bytes) === hashOf(file.bytes))) {
    throw new Error(`${file.name} holds what came under another name`);
  }
  const items = itemsIn(file);
  const known = new Set(taken.map(({ reference }) => reference));
  const again = items.find(({ reference }) => known.has(reference));
  if (again !== undefined) throw new Error(`${again.reference} was ordered twice`);
  files.push(file);
  taken.push(...items);
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function itemsIn({ name, bytes }: BankFile): readonly TakenItem[] {
  return name.endsWith(".ach") ? achItems(name, bytes) : messageItems(name, bytes);
}

function achItems(name: string, bytes: Buffer): readonly TakenItem[] {
  const reading = readNacha(bytes);
  if (!reading.ok) throw new Error(`${name} cannot be read: ${JSON.stringify(reading.problems)}`);
  return reading.file.batches.flatMap(({ entries }) =>
    entries.map(({ traceNumber, transactionCode, amountCents, rdfi }): TakenItem => {
      const code = transactionCodeOf(transactionCode);
      const isReturn = code?.use === "return";
      const direction = code?.direction === "debit" ? "credit" : "debit";
      return {
        reference: traceNumber,
        system: "ach",
        isReturn,
        direction,
        amountCents,
        messageId: name.replace(/\.ach$/, ""),
        rdfi,
      };
    }),
  );
}

function messageItems(name: string, bytes: Buffer): readonly TakenItem[] {
  const reading = readIsoMessage(bytes);
  if (!reading.ok) throw new Error(`${name} cannot be read: ${JSON.stringify(reading.problems)}`);
  const { message } = reading;
  const common = { direction: "debit", rdfi: "" } as const;
  if (message.type === "credit_transfers") {
    return message.transfers.map(({ endToEndId, amountCents, clearingSystem }) => ({
      ...common,
      reference: endToEndId,
      system: clearingSystem === "FDW" ? "wire" : "rtp",
      isReturn: false,
      amountCents,
      messageId: message.messageId,
    }));
  }
  if (message.type !== "payment_returns") throw new Error(`${name} is a ${message.type}`);
  return message.returns.map(({ returnId = "", amountCents }) => ({
    ...common,
    reference: returnId,
    system: "wire",
    isReturn: true,
    amountCents,
    messageId: message.messageId,
  }));
}
