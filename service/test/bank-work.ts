import { randomBytes } from "node:crypto";
import type { Database } from "../src/db/database.ts";
import { createKeyRing, type KeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory, type Id, type NewId, type TenantId } from "../src/kernel/id.ts";
import type { BankEvent, BankListener, BankWork, NewPaymentEntry } from "../src/rails/bank-work.ts";
import { type BankEngine, createBankEngine } from "../src/rails/engine/bank-engine.ts";
import { createBankWork } from "../src/rails/engine/create-bank-work.ts";
import type { BankCheckpoint, BankReport } from "../src/rails/engine/engine-deps.ts";
import { type BankItem, openItems } from "../src/rails/engine/item-store.ts";
import { createManualClock, type ManualClock } from "./auth.ts";
import { KilledError } from "./chain-work.ts";
import { createTestDatabase } from "./database.ts";
import { type BankDouble, createBankDouble } from "./fake-bank.ts";

/** Updates that were reported, with their owner. */
export interface ReportedBankEvent {
  readonly tenantId: TenantId;
  readonly bankEvent: BankEvent;
}

/** A database with a bank in memory, and engines that a test starts and stops. */
export interface BankEnvironment {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly double: BankDouble;
  readonly work: BankWork;
  readonly reported: ReportedBankEvent[];
  readonly reports: BankReport[];
  readonly errors: unknown[];
  /** Owners by account number; other numbers are unknown. */
  readonly owners: Map<string, TenantId>;
  engine(options?: EngineSettings): BankEngine;
  /** Adds bank entries of ten dollars by default; returns their ids. */
  enqueue(...entries: readonly Partial<NewPaymentEntry>[]): Promise<readonly string[]>;
  stateOf(id: string): Promise<string | undefined>;
  openItems(): Promise<readonly BankItem[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface EngineSettings {
  readonly listener?: Partial<BankListener>;
  readonly leaseMs?: number;
  /** Kill point and visit at which the process dies: nothing is written or sent any more. */
  readonly dieAt?: { readonly point: BankCheckpoint; readonly visit: number };
  readonly checkpoint?: (point: BankCheckpoint) => Promise<void>;
}

export const testTenant = "01TENANT000000000000000000" as Id<"tenant">;
export const otherTenant = "01TENANT000000000000000001" as Id<"tenant">;

export const testCounterparty: NewPaymentEntry["counterparty"] = {
  name: "José Example",
  routingNumber: "091000019",
  accountNumber: "123456789",
  accountType: "checking",
  address: {
    streetLine1: "1 Main Street",
    streetLine2: undefined,
    city: "Minneapolis",
    state: "MN",
    zip: "55401",
  },
  bankAddress: undefined,
};

export async function openBankWork(): Promise<BankEnvironment> {
  const { database, drop } = await createTestDatabase();
  const clock = createManualClock();
  const newId = createIdFactory(clock);
  const keyRing = createKeyRing(randomBytes(32));
  const wakeUp = { nudge: () => undefined, listen: () => () => true };
  const double = createBankDouble({ network: "testnet", clock });
  const work = createBankWork({ clock, wakeUp, keyRing });
  const reported: ReportedBankEvent[] = [];
  const reports: BankReport[] = [];
  const errors: unknown[] = [];
  const owners = new Map<string, TenantId>();
  const listener: BankListener = {
    heard: (tx, { tenantId }, bankEvents) => {
      tx.afterCommit(() => reported.push(...bankEvents.map((bankEvent) => ({ tenantId, bankEvent }))));
      return Promise.resolve();
    },
    tenantOf: (_session, _network, incomingPayments) =>
      Promise.resolve(incomingPayments.map(({ accountNumber }) => owners.get(accountNumber))),
  };
  const common = { wakeUp, clock, newId, keyRing, pollMs: 10 };
  return {
    database,
    clock,
    newId,
    keyRing,
    double,
    work,
    reported,
    reports,
    errors,
    owners,
    engine: ({ listener: other, leaseMs = 0, dieAt, checkpoint } = {}) => {
      const mortal = createMortal(database, double, dieAt);
      return createBankEngine({
        ...common,
        ...mortal,
        listener: { ...listener, ...other },
        leaseMs,
        report: (report) => reports.push(report),
        onError: (error) => {
          if (!(error instanceof KilledError)) errors.push(error);
        },
        ...(checkpoint === undefined ? {} : { checkpoint }),
      });
    },
    enqueue: async (...entries) => {
      const whole = entries.map((entry) => paymentOf(entry, newId()));
      await database.transaction((tx) => work.enqueue(tx, whole));
      return whole.map(({ id }) => id);
    },
    stateOf: async (id) => (await work.progress(database, testTenant, [id])).get(id)?.state,
    openItems: async () => (await openItems.read(database, {}, { limit: 1_000 })).items,
    [Symbol.asyncDispose]: drop,
  };
}

function paymentOf(entry: Partial<NewPaymentEntry>, id: string): NewPaymentEntry {
  return {
    kind: "payment",
    id,
    network: "testnet",
    tenantId: testTenant,
    subject: `subject-${id}`,
    amountCents: 1_000n,
    rail: "ach_credit",
    counterparty: testCounterparty,
    statement: { name: "Acme Payouts", memo: "Invoice 7" },
    ...entry,
  };
}

/** The database and the bank of a process that is killed at a kill point: from then on every call fails. */
function createMortal(database: Database, double: BankDouble, dieAt: EngineSettings["dieAt"]) {
  if (dieAt === undefined) return { database, bank: double.bank };
  let visits = 0;
  const isDead = (): boolean => visits >= dieAt.visit;
  const alive = <Args extends readonly unknown[], Result>(
    method: (...args: Args) => Promise<Result>,
  ): ((...args: Args) => Promise<Result>) => {
    return (...args) => (isDead() ? Promise.reject(new KilledError(dieAt.point)) : method(...args));
  };
  const { bank } = double;
  return {
    database: {
      ...database,
      rows: alive(database.rows) as Database["rows"],
      first: alive(database.first) as Database["first"],
      run: alive(database.run),
      transaction: alive(database.transaction) as Database["transaction"],
    },
    bank: {
      ...bank,
      now: alive(bank.now),
      times: alive(bank.times),
      deliver: alive(bank.deliver),
      collect: alive(bank.collect),
      putAway: alive(bank.putAway),
    },
    checkpoint: (point: BankCheckpoint) => {
      if (point === dieAt.point) visits += 1;
      return isDead() ? Promise.reject(new KilledError(point)) : Promise.resolve();
    },
  };
}
