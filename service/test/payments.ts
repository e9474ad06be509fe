import { randomBytes } from "node:crypto";
import { createDemoSanctionsSource } from "../src/accounts/adapters/demo-sanctions-list.ts";
import { createManagingAccount, createScreener, type ManagingAccount } from "../src/accounts/index.ts";
import { addBankAddress } from "../src/addresses/add-bank-address.ts";
import type { BankVariant } from "../src/addresses/external-variant.ts";
import { loadOrCreateServiceKey } from "../src/auth/index.ts";
import type { Database } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";
import { createEventLog, type Event } from "../src/events/index.ts";
import { createKeyRing, type KeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory, type NewId } from "../src/kernel/id.ts";
import type { Instant } from "../src/kernel/instant.ts";
import { listBalances, pathOf } from "../src/ledger/index.ts";
import {
  type BankListenerDeps,
  createBankListener,
  createPayments,
  type PaymentId,
  type PaymentOrder,
  type PaymentScope,
  type Payments,
} from "../src/payments/index.ts";
import type { Bank } from "../src/rails/bank.ts";
import type {
  BankEvent,
  BankListener,
  BankReason,
  EntryEvent,
  IncomingBankPayment,
  NotificationOfChangeEvent,
} from "../src/rails/bank-work.ts";
import { newBankRequest, newStreet } from "./addresses.ts";
import { createManualClock, type ManualClock, testCause } from "./auth.ts";
import { createTestDatabase } from "./database.ts";
import {
  createRecordingBank,
  createRecordingOwner,
  type RecordingBank,
  type RecordingOwner,
} from "./payment-doubles.ts";

/** Payments on a separate database, with a bank simulated by the test and an owner that records everything. */
export interface PaymentsEnvironment {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly account: ManagingAccount;
  readonly scope: PaymentScope;
  readonly payments: Payments;
  readonly listener: BankListener;
  readonly listenerDeps: BankListenerDeps;
  readonly bank: RecordingBank;
  readonly owner: RecordingOwner;
  createAccount(): Promise<ManagingAccount>;
  /** A bank account that can receive payouts; returns its id. */
  addBank(fields?: Partial<BankVariant>): Promise<string>;
  order(overrides?: Partial<PaymentOrder>): Promise<PaymentId>;
  /** Reports bank events in one transaction, in the environment's own scope by default. */
  hear(bankEvents: readonly BankEvent[], scope?: PaymentScope): Promise<void>;
  /** Balance of each ledger account, in cents; zero balances are left out. */
  balances(scope?: PaymentScope): Promise<Readonly<Record<string, bigint>>>;
  events(): Promise<readonly Pick<Event, "accountId" | "type" | "data">[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

export const testBank: Bank["identity"] = {
  bankName: "First Bank of Larkspur",
  bankAddress: "1 Larkspur Square, New York, NY 10001",
  routingNumber: "021000021",
  accountNumber: "100200300",
  companyName: "FLORIN TEST",
  companyId: "1234567890",
  beneficiaryName: "Florin Test Inc.",
  beneficiaryAddress: "2 Larkspur Square, New York, NY 10001",
  virtualAccountPrefix: "7700",
};

const listThreshold = 850;

export interface PaymentsOptions {
  /** An existing database and master key; the caller closes it. */
  readonly deployment?: { readonly database: Database; readonly masterKey: Buffer };
}

export async function openPayments({ deployment }: PaymentsOptions = {}): Promise<PaymentsEnvironment> {
  const { database, drop } = deployment
    ? { ...deployment, drop: async () => {} }
    : await createTestDatabase();
  const clock = createManualClock();
  const newId = createIdFactory(clock);
  const keyRing = createKeyRing(deployment?.masterKey ?? randomBytes(32));
  const screener = createScreener({ source: createDemoSanctionsSource(), threshold: listThreshold });
  await screener.refresh();
  const bank = createRecordingBank();
  const owner = createRecordingOwner("automations");
  const eventLog = createEventLog({ clock, newId, wakeUp: { nudge: () => {} } });
  const listenerDeps = { clock, newId, keyRing, eventLog, owners: [owner], screener };
  const deps = {
    clock,
    newId,
    keyRing,
    bankIndexKey: await loadOrCreateServiceKey(database, keyRing, "bank-account-index"),
  };
  const payments = createPayments({ ...deps, bankWork: bank, bankOf: () => ({ identity: testBank }) });
  const listener = createBankListener(listenerDeps);
  const createAccount = () =>
    database.transaction((tx) =>
      createManagingAccount(deps, tx, { name: "Acme", selfAttested: false, cause: testCause }),
    );
  const account = await createAccount();
  const scope: PaymentScope = { tenantId: account.tenantId, network: "testnet" };
  const addBank = (fields: Partial<BankVariant> = {}) =>
    addTestBank(database, deps, { scope: { ...scope, accountId: account.id }, fields });
  return {
    database,
    clock,
    newId,
    keyRing,
    account,
    scope,
    payments,
    listener,
    listenerDeps,
    bank,
    owner,
    createAccount,
    addBank,
    order: async (overrides = {}) => {
      const id = overrides.id ?? newId<"payment">();
      const addressId = overrides.addressId ?? (await addBank());
      const order = { ...newOrder(scope, account), ...overrides, id, addressId };
      await database.transaction((tx) => payments.order(tx, [order]));
      return id;
    },
    hear: (bankEvents, other = scope) => database.transaction((tx) => listener.heard(tx, other, bankEvents)),
    balances: (other = scope) => readAll(database, other),
    events: () => database.rows(selectEvents),
    [Symbol.asyncDispose]: drop,
  };
}

const selectEvents = statement<Pick<Event, "accountId" | "type" | "data">>(`
  SELECT account_id, type, data FROM events ORDER BY created_at, id`);

function newOrder(scope: PaymentScope, account: ManagingAccount) {
  return {
    ...scope,
    accountId: account.id,
    rail: "ach_credit" as const,
    amountCents: 12_345n,
    owner: { name: "automations", subject: "01JD7Q2M8W3T5V6X9YZABCDEFG" },
    statementName: "Acme",
    reference: undefined,
  };
}

let banks = 0;

async function addTestBank(
  database: Database,
  deps: Parameters<typeof addBankAddress>[0],
  {
    scope,
    fields,
  }: {
    readonly scope: Parameters<typeof addBankAddress>[2]["scope"];
    readonly fields: Partial<BankVariant>;
  },
): Promise<string> {
  banks += 1;
  const request = newBankRequest({
    account_number: String(5_000_000 + banks),
    bank_address: newStreet(),
    beneficiary_address: newStreet(),
    ...fields,
  }) as BankVariant;
  const input = { scope, cause: testCause, request, transferTypes: ["wire", "ach_credit"] as const };
  return (await database.transaction((tx) => addBankAddress(deps, tx, input))).id;
}

let incomingPayments = 0;

/** An incoming wire of a sender that is not on a sanctions list. */
export function newIncomingPayment(overrides: Partial<IncomingBankPayment> = {}): IncomingBankPayment {
  incomingPayments += 1;
  return {
    bankReference: `REF${incomingPayments}`,
    system: "wire",
    amountCents: 50_000n,
    accountNumber: testBank.accountNumber,
    receivedAt: 1_794_744_000_000 as Instant,
    senderName: "Wilhelmina Vanderquack",
    senderAccountNumber: "998877665544",
    senderBankName: "Second Bank of Larkspur",
    senderBankRoutingNumber: "011000015",
    reference: undefined,
    imad: "20261115MMQFMP9B000017",
    traceNumber: undefined,
    ...overrides,
  };
}

export function received(overrides: Partial<IncomingBankPayment> = {}): BankEvent {
  return { type: "received", incomingPayment: newIncomingPayment(overrides) };
}

const at = 1_794_744_000_000 as Instant;
export const returnReason: BankReason = { code: "R01", text: "Insufficient funds" };

export function entryEvent(
  type: EntryEvent["type"],
  id: string,
  corrected?: NotificationOfChangeEvent["corrected"],
): EntryEvent {
  const entry = { id, subject: id, traceNumber: "021000020000017" };
  if (type === "settled") return { type, entry, at, imad: undefined };
  if (type !== "notification_of_change") return { type, entry, at, reason: returnReason };
  return { type, entry, at, reason: { code: "C01", text: "Incorrect account number" }, corrected };
}

const allAccounts = 1_000;

async function readAll(database: Database, scope: PaymentScope): Promise<Readonly<Record<string, bigint>>> {
  const balances = await listBalances(database, scope, {}, { limit: allAccounts });
  return Object.fromEntries(
    balances
      .filter(({ posted }) => posted.units !== 0n)
      .map(({ account, posted }) => [pathOf(account), posted.units]),
  );
}
