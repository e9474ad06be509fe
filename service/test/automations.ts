import { randomBytes } from "node:crypto";
import { createDemoSanctionsSource } from "../src/accounts/adapters/demo-sanctions-list.ts";
import { createScreener } from "../src/accounts/index.ts";
import {
  type AutomationJobsDeps,
  type AutomationRouteDeps,
  automationDepositHook,
  automationJobs,
  automationRoutes,
  automationsOwnerName,
  createAutomationsOwner,
} from "../src/automations/index.ts";
import { type ChainName, standardChains } from "../src/chains/chain-name.ts";
import { createChainWork } from "../src/chains/engine/work-store.ts";
import { statement } from "../src/db/statement.ts";
import { createEventLog } from "../src/events/index.ts";
import { createJobQueue, createJobRunner } from "../src/jobs/index.ts";
import { createKeyRing, type KeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory, tenantOf } from "../src/kernel/id.ts";
import { formatInstant, systemClock } from "../src/kernel/instant.ts";
import {
  assignPayment,
  createBankListener,
  createPayments,
  heldPaymentRows,
  type PaymentOwner,
  type PaymentScope,
} from "../src/payments/index.ts";
import type { IncomingBankPayment } from "../src/rails/bank-work.ts";
import { createBankWork } from "../src/rails/engine/create-bank-work.ts";
import { createDepositOwner, heldDeposits, releaseDeposit } from "../src/tokens/index.ts";
import { createFactsMemory, createSanctionsChecks, transfersPaymentOwner } from "../src/transfers/index.ts";
import { newBankRequest, newStreet, sender } from "./addresses.ts";
import { type ApiResponse, startTestApi, type TestApi, type TestClient } from "./api.ts";
import { createManualClock, type ManualClock, testCause } from "./auth.ts";
import { createTestCustody } from "./custody.ts";
import { createTestDatabase } from "./database.ts";
import { eventually } from "./eventually.ts";
import { received, testBank } from "./payments.ts";
import { addAddress, addToken, contractOf } from "./token-holders.ts";
import { booksOf } from "./token-movements.ts";

/** The service with automations, whose jobs run; the test simulates chains and bank. */
export interface AutomationsEnvironment {
  readonly api: TestApi;
  readonly deps: AutomationRouteDeps & AutomationJobsDeps & { readonly keyRing: KeyRing };
  /** The clock that makes jobs due. */
  readonly clock: ManualClock;
  readonly owner: PaymentOwner;
  readonly client: TestClient;
  /** An address on base that belongs to the account. */
  readonly wallet: string;
  readonly send: (method: string, path: string, body?: unknown, as?: TestClient) => Promise<ApiResponse>;
  addBank(transferTypes?: readonly string[]): Promise<string>;
  /** Creates an automation and waits until it is active. */
  open(body?: object): Promise<ApiResponse["body"]>;
  /** Simulates an incoming wire or ACH payment. */
  pay(
    automation: ApiResponse["body"],
    incomingPayments: readonly Partial<IncomingBankPayment>[],
  ): Promise<void>;
  /** Simulates an incoming token deposit. */
  deposit(automation: ApiResponse["body"], deposit: TestDeposit): Promise<void>;
  /** An operator releases held funds. */
  releaseDeposits(): Promise<void>;
  /** Contents of suspense, and the reasons. */
  held(): Promise<readonly { readonly id: string; readonly note: string | undefined }[]>;
  /** An operator assigns a payment in suspense to an automation. */
  assign(id: string, automationId: string): Promise<unknown>;
  transfersOf(automationId: string): Promise<readonly ApiResponse["body"][]>;
  /** Until no job is ready or running. */
  settled(): Promise<void>;
  books(): ReturnType<typeof booksOf>;
  stop(): Promise<void>;
}

export interface TestDeposit {
  readonly units: bigint;
  readonly valueType?: string;
  readonly chain?: ChainName;
  readonly from?: string;
}

/** On the list that the service uses if none is configured. */
export const sanctionedSender = "0x00000000000000000000000000000000DeC0ded1";

export const usdAutomation = (addressId: string, overrides: object = {}) => ({
  name: "Customer payments",
  source: { value_type: "USD" },
  destination: { address_id: addressId, value_type: "FUSD", transfer_type: "base" },
  ...overrides,
});

export const payoutAutomation = (addressId: string, overrides: object = {}) => ({
  name: "Cash out",
  source: { value_type: "FUSD", transfer_type: "base" },
  destination: { address_id: addressId, value_type: "USD", transfer_type: "ach_credit" },
  ...overrides,
});

export async function openAutomations(): Promise<AutomationsEnvironment> {
  const testDatabase = await createTestDatabase({ maxConnections: 20 });
  const masterKey = randomBytes(32);
  const parts = await createParts(testDatabase.database, masterKey);
  const { deps, clock, owner } = parts;
  const environment = { FLORIN_ROLES: "api" };
  const api = await startTestApi({
    testDatabase,
    masterKey,
    environment,
    moreRoutes: automationRoutes(deps),
  });
  const client = await api.createClient();
  const backed = { issuer: undefined, kind: "fiat_backed" } as const;
  await addToken(api, { ...backed, valueType: "FUSD", chains: ["base", "ethereum"] });
  await addToken(api, { ...backed, valueType: "OTHER", chains: ["base"] });
  const wallet = await addAddress(api, { accountId: client.accountId });
  const runner = startRunner(deps);
  const scope = { tenantId: tenantOf(client.accountId), network: "testnet" } as const;
  const request = sender(api);
  const send: AutomationsEnvironment["send"] = (method, path, body, as = client) =>
    request(as, method, path, body === undefined ? {} : { body });
  const settled = () => untilSettled(deps);
  return {
    api,
    deps,
    clock,
    owner,
    client,
    wallet,
    send,
    settled,
    addBank: (transferTypes) => addBank(send, transferTypes),
    open: async (body = usdAutomation(wallet)) => {
      const { id } = (await send("POST", "/automations", body)).body;
      await settled();
      return (await send("GET", `/automations/${id}`)).body;
    },
    transfersOf: async (id) => (await send("GET", `/transfers?automation_id=${id}`)).body.transfers,
    books: () => booksOf(api.database, client.accountId),
    ...externalIssuers(parts, scope),
    ...users(parts),
    stop: async () => {
      await runner.stop({ graceMs: 5_000 });
      await api.stop();
    },
  };
}

type Parts = Awaited<ReturnType<typeof createParts>>;

function startRunner(deps: Parts["deps"]) {
  const { database, clock, newId } = deps;
  const runner = createJobRunner({
    database,
    clock,
    newId,
    wakeUp: { nudge: () => {}, listen: () => () => {}, close: async () => {} },
    definitions: automationJobs(deps).jobs,
    concurrency: 4,
    pollMs: 10,
    report: () => {},
  });
  runner.start();
  return runner;
}

const busyJobs = statement(`
  SELECT id FROM jobs WHERE kind LIKE 'automations.%' AND (state IN ('ready', 'running') OR run_at <= $1::timestamptz)`);

function untilSettled({ database, clock }: Parts["deps"]): Promise<void> {
  return eventually(async () => {
    const busy = await database.rows(busyJobs, [formatInstant(clock.now())]);
    if (busy.length > 0) throw new Error("jobs are in progress");
  });
}

let banks = 0;

async function addBank(
  send: AutomationsEnvironment["send"],
  transferTypes: readonly string[] = ["ach_credit", "wire"],
): Promise<string> {
  banks += 1;
  const streets = { bank_address: newStreet(), beneficiary_address: newStreet() };
  const body = { account_number: String(7_000_000 + banks), transfer_types: transferTypes, ...streets };
  return (await send("POST", "/addresses/external", newBankRequest(body))).body.id;
}

let deposits = 0;

function externalIssuers(
  { deps: { database }, listener, depositOwner }: Parts,
  scope: PaymentScope,
): Pick<AutomationsEnvironment, "pay" | "deposit"> {
  return {
    pay: async ({ source }, incomingPayments) => {
      const { account_number: accountNumber } = source.funding_instructions;
      const bankEvents = incomingPayments.map((incomingPayment) =>
        received({ accountNumber, ...incomingPayment }),
      );
      await database.transaction((tx) => listener.heard(tx, scope, bankEvents));
    },
    deposit: async ({ source }, { units, valueType = "FUSD", chain = "base", from = externalIssuer }) => {
      deposits += 1;
      const place = { chain, addressId: source.address_id, to: source.address };
      const sent = { contract: contractOf(valueType, chain), units, from, otherSenders: [], index: 0 };
      const deposit = { ...place, ...sent, transactionId: `0x${deposits}` };
      await database.transaction((tx) => depositOwner.credit(tx, scope, [deposit]));
    },
  };
}

function users({
  deps,
  owners,
  depositDeps,
}: Parts): Pick<AutomationsEnvironment, "releaseDeposits" | "held" | "assign"> {
  const { database } = deps;
  const limit = 100;
  const cause = testCause;
  return {
    releaseDeposits: async () => {
      const { items } = await heldDeposits.read(database, {}, { limit });
      for (const { id } of items) {
        const input = { id, reason: "known", cause };
        await database.transaction((tx) => releaseDeposit(depositDeps, tx, input));
      }
    },
    held: async () =>
      (await heldPaymentRows(deps.keyRing).read(database, {}, { limit })).items.map(({ id, hold }) => ({
        id,
        note: hold?.note,
      })),
    assign: (id, subject) => {
      const input = { id, to: { name: automationsOwnerName, subject }, reason: "theirs", cause };
      return database.transaction((tx) => assignPayment({ ...deps, owners }, tx, input));
    },
  };
}

const externalIssuer = "0x1111111111111111111111111111111111111111";

async function createParts(
  database: AutomationRouteDeps["database"] & AutomationJobsDeps["database"],
  masterKey: Buffer,
) {
  const clock = createManualClock(systemClock.now());
  const newId = createIdFactory(clock);
  const keyRing = createKeyRing(masterKey);
  const wakeUp = { nudge: () => {} };
  const screener = createScreener({ source: createDemoSanctionsSource(), threshold: 850 });
  await screener.refresh();
  const eventLog = createEventLog({ clock, newId, wakeUp });
  const bankWork = createBankWork({ clock, wakeUp, keyRing });
  const bankOf = () => ({ identity: testBank });
  const deps = {
    database,
    clock,
    newId,
    keyRing,
    eventLog,
    screener,
    chainWork: createChainWork({ clock, wakeUp }),
    payments: createPayments({ clock, newId, keyRing, bankWork, bankOf }),
    jobQueue: createJobQueue({ clock, newId, wakeUp }),
    wallets: createTestCustody().wallets,
    chains: { names: standardChains, get: () => ({}) },
    sanctionsChecks: createSanctionsChecks({ screener, keyRing }),
    findTreasury: async () => new Map(),
    factsMemory: createFactsMemory({ clock }),
  };
  const owner = createAutomationsOwner(deps);
  const owners = [transfersPaymentOwner(deps), owner];
  const depositDeps = { ...deps, onCredited: automationDepositHook(deps) };
  const depositOwner = createDepositOwner(depositDeps);
  return {
    deps,
    clock,
    owner,
    owners,
    depositDeps,
    depositOwner,
    listener: createBankListener({ ...deps, owners }),
  };
}
