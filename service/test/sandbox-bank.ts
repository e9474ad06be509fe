import type { TroublePlan } from "../../sandbox/src/bank/chance.ts";
import {
  createSandboxBank,
  type FaultySandboxBank,
  type FaultySandboxBankOptions,
} from "../../sandbox/src/bank/sandbox-bank.ts";
import type { Database, Transaction } from "../src/db/database.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory, type NewId } from "../src/kernel/id.ts";
import { formatInstant, type Instant, parseInstant } from "../src/kernel/instant.ts";
import type { BankFile } from "../src/rails/bank.ts";
import { bankDateOf, timeOfDayOf } from "../src/rails/calendar/new-york.ts";
import type {
  AccountReport,
  CreditTransfer,
  IsoMessage,
  IsoParty,
  PaymentReturn,
  PaymentReturns,
  ReportedEntry,
  StatusReport,
} from "../src/rails/iso20022/iso-message.ts";
import { readIsoMessage } from "../src/rails/iso20022/read-iso-message.ts";
import { writeCreditTransfers } from "../src/rails/iso20022/write-credit-transfers.ts";
import { writePaymentReturns } from "../src/rails/iso20022/write-payment-returns.ts";
import type { NachaEntry, NachaFile } from "../src/rails/nacha/nacha-file.ts";
import { readNacha } from "../src/rails/nacha/read-nacha.ts";
import { writeNacha } from "../src/rails/nacha/write-nacha.ts";
import { sandboxIdentity } from "../src/rails/sandbox-identity.ts";
import { createManualClock, type ManualClock } from "./auth.ts";
import { createTestDatabase } from "./database.ts";

/** The sandbox bank with a manual clock, and our side of it. */
export interface SandboxBankEnvironment extends FaultySandboxBank {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly newId: NewId;
  /** The same bank as another node sees it. */
  another(options?: Partial<FaultySandboxBankOptions>): FaultySandboxBank;
  /** Makes the database, and the bank with it, unreachable. */
  cutOff(): Promise<void>;
  act<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  deliver(file: BankFile): Promise<void>;
  /** Reads all waiting files, and archives them. */
  collect(): Promise<Collected>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The bank's files, by type. */
export interface Collected {
  readonly names: readonly string[];
  readonly notifications: readonly AccountReport[];
  readonly statements: readonly AccountReport[];
  readonly statuses: readonly StatusReport[];
  readonly paymentReturns: readonly PaymentReturns[];
  readonly returnFiles: readonly NachaFile[];
}

const sandboxRoutingNumber = sandboxIdentity("testnet").routingNumber;
export const secondsDelayMs = 1_000;
/** A Tuesday, 10:00 in New York. */
export const tuesdayMorning = instant("2026-07-28T14:00:00.000Z");

export async function openSandboxBank(
  options: Partial<FaultySandboxBankOptions> & { readonly start?: Instant } = {},
): Promise<SandboxBankEnvironment> {
  const { start = tuesdayMorning, ...bankOptions } = options;
  const { database, cutOff, drop } = await createTestDatabase();
  let reconnect: (() => Promise<void>) | undefined;
  const clock = createManualClock(start);
  const deps: FaultySandboxBankOptions = {
    network: "testnet",
    database,
    clock,
    newId: createIdFactory(clock),
    keyRing: createKeyRing(Buffer.alloc(32, 7)),
    clockMode: "seconds",
    secondsDelayMs,
    ...bankOptions,
  };
  const sandbox = createSandboxBank(deps);
  return {
    ...sandbox,
    database,
    clock,
    newId: deps.newId,
    another: (other = {}) => createSandboxBank({ ...deps, ...other }),
    cutOff: async () => {
      reconnect = await cutOff();
    },
    act: (work) => database.transaction(work),
    deliver: (file) => sandbox.bank.deliver(file),
    collect: () => collectAll(sandbox),
    [Symbol.asyncDispose]: async () => {
      await reconnect?.();
      await drop();
    },
  };
}

async function collectAll({ bank }: FaultySandboxBank): Promise<Collected> {
  const files = await bank.collect(100);
  for (const { name } of files) await bank.putAway(name, "archive");
  const messages = files.filter(({ name }) => name.endsWith(".xml")).map(({ bytes }) => readMessage(bytes));
  return {
    names: files.map(({ name }) => name),
    notifications: messages.filter(isReport).filter(({ type }) => type === "notification"),
    statements: messages.filter(isReport).filter(({ type }) => type === "statement"),
    statuses: messages.filter((message) => message.type === "status_report"),
    paymentReturns: messages.filter((message) => message.type === "payment_returns"),
    returnFiles: files.filter(({ name }) => name.endsWith(".ach")).map(({ bytes }) => readReturns(bytes)),
  };
}

function isReport(message: IsoMessage): message is AccountReport {
  return message.type === "notification" || message.type === "statement";
}

function readMessage(bytes: Buffer): IsoMessage {
  const reading = readIsoMessage(bytes);
  if (!reading.ok) throw new Error(`the bank wrote an invalid file: ${JSON.stringify(reading.problems)}`);
  return reading.message;
}

function readReturns(bytes: Buffer): NachaFile {
  const reading = readNacha(bytes);
  if (!reading.ok) throw new Error(`the bank wrote an invalid file: ${JSON.stringify(reading.problems)}`);
  return reading.file;
}

export function entriesOf(reports: readonly AccountReport[]): readonly ReportedEntry[] {
  return reports.flatMap(({ accounts }) => accounts.flatMap(({ entries }) => entries));
}

/** The trace number that ends in this number. */
export function trace(number: number): string {
  return `${sandboxRoutingNumber.slice(0, 8)}${`${number}`.padStart(7, "0")}`;
}

export interface AchFileOptions {
  readonly at?: Instant;
  readonly modifier?: string;
  readonly destination?: string;
  readonly descriptiveDate?: string;
  readonly effectiveDate?: string;
}

/** A file of one batch with the given entries, on top of defaults. */
export function achFile(entries: readonly Partial<NachaEntry>[], options: AchFileOptions = {}): BankFile {
  const { at = tuesdayMorning, modifier = "A" } = options;
  const day = bankDateOf(at);
  const bytes = writeNacha({
    header: {
      destination: options.destination ?? sandboxRoutingNumber,
      origin: "1000000001",
      createdOn: day,
      createdAt: timeOfDayOf(at),
      modifier,
      destinationName: "FLORIN SANDBOX BANK",
      originName: "FLORIN SANDBOX",
      referenceCode: "",
    },
    batches: [
      {
        serviceClass: "200",
        companyName: "ACME",
        discretionaryData: "",
        companyId: "1000000001",
        sec: "CCD",
        description: "PAYMENT",
        descriptiveDate: options.descriptiveDate ?? "",
        effectiveDate: options.effectiveDate ?? day,
        settlementDay: undefined,
        originatorStatus: "1",
        odfi: sandboxRoutingNumber.slice(0, 8),
        number: 1,
        entries: entries.map((entry, index) => ({ ...usualEntry, traceNumber: trace(index + 1), ...entry })),
      },
    ],
  });
  return { name: `out-${modifier}-${at}.ach`, bytes };
}

/** A credit to a checking account at another bank. */
const usualEntry: Omit<NachaEntry, "traceNumber"> = {
  transactionCode: "22",
  rdfi: "099900001",
  accountNumber: "123456789",
  amountCents: 12_345n,
  individualId: "",
  individualName: "JANE DOE",
  discretionaryData: "",
  addenda: [],
};

export const debitEntry = { transactionCode: "27" } as const;

export function transferFile(
  transfers: readonly Partial<CreditTransfer>[],
  messageId = "florin-message-1",
): BankFile {
  const bytes = writeCreditTransfers({
    type: "credit_transfers",
    messageId,
    createdAt: formatInstant(tuesdayMorning),
    transfers: transfers.map((transfer) => ({ ...usualTransfer, ...transfer })),
  });
  return { name: `${messageId}.xml`, bytes };
}

const usualParty: IsoParty = {
  name: "Jane Doe",
  address: {
    street: "Main Street",
    building: "1",
    postalCode: "62701",
    town: "Springfield",
    subdivision: "IL",
    country: "US",
    lines: [],
  },
  accountNumber: "123456789",
  routingNumber: "099900001",
  bankName: "Other Bank",
};

const usualTransfer: CreditTransfer = {
  instructionId: undefined,
  endToEndId: "01J0000000000000000000WIRE",
  transactionId: undefined,
  uetr: "5f0c1c6e-6f5b-4d29-9d3a-0c2c6b6f1a11",
  amountCents: 250_000n,
  settlementDate: "2026-07-28",
  clearingSystem: "FDW",
  debtor: { ...usualParty, name: "Acme", accountNumber: "400100200300", routingNumber: sandboxRoutingNumber },
  creditor: usualParty,
  remittance: "Invoice 7",
};

/** Our return of an incoming payment. */
export function returnFile(
  one: Partial<PaymentReturn> & { readonly amountCents: bigint },
  messageId = "florin-return-1",
): BankFile {
  const bytes = writePaymentReturns({
    type: "payment_returns",
    messageId,
    createdAt: formatInstant(tuesdayMorning),
    returns: [
      {
        returnId: "01J00000000000000000RETURN",
        originalMessageId: undefined,
        originalEndToEndId: undefined,
        originalTransactionId: undefined,
        originalUetr: undefined,
        settlementDate: "2026-07-28",
        reasonCode: "AC01",
        reasonText: undefined,
        ...one,
      },
    ],
  });
  return { name: `${messageId}.xml`, bytes };
}

/** Every kind of fault, at high rates. */
export function seededTrouble(seed: number): TroublePlan {
  // A small generator (mulberry32), so that the seed decides everything.
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { random, returnRate: 0.2, rejectRate: 0.2, duplicateRate: 0.3, lateRate: 0.3 };
}

export function instant(text: string): Instant {
  const parsed = parseInstant(text);
  if (parsed === undefined) throw new Error(`${text} is no instant`);
  return parsed;
}
