import { randomBytes } from "node:crypto";
import { createSandboxBank } from "../../sandbox/src/bank/sandbox-bank.ts";
import { insertBankAddress } from "../src/addresses/add-bank-address.ts";
import { automationsOwnerName, findAutomations } from "../src/automations/index.ts";
import type { ChainName } from "../src/chains/chain-name.ts";
import type { NewChainWork, WorkOutcome } from "../src/chains/engine/chain-work.ts";
import { createChainWork, operationFromJson } from "../src/chains/engine/work-store.ts";
import { createClaimsOwner, createOffsetsOwner } from "../src/claims/index.ts";
import type { Database, Session } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";
import { createEventLog } from "../src/events/index.ts";
import { createKeyRing, type KeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory, type Network, type TenantId } from "../src/kernel/id.ts";
import { type Clock, instantFromMs, systemClock } from "../src/kernel/instant.ts";
import { createBankListener, createPayments, paymentRoutes } from "../src/payments/index.ts";
import type { BankSimulator } from "../src/rails/bank-simulator.ts";
import { createBankEngine } from "../src/rails/engine/bank-engine.ts";
import { createBankWork } from "../src/rails/engine/create-bank-work.ts";
import { selectTenantsOf } from "../src/rails/engine/entry-store.ts";
import { type BankRail, bankRails } from "../src/rails/rail.ts";
import {
  bankSimulationRoutes,
  createFactsMemory,
  createSanctionsChecks,
  type Transfer,
  type TransferJobsDeps,
  type TransferRouteDeps,
  transferRoutes,
  transfersChainOwner,
  transfersPaymentOwner,
  withdrawalLimits,
} from "../src/transfers/index.ts";
import { createTreasuryChainOwner, createTreasuryOwner, findTreasury } from "../src/treasury/index.ts";
import { type ApiResponse, startTestApi, type TestApi, type TestApiOptions, type TestClient } from "./api.ts";
import { type ManualClock, testCause } from "./auth.ts";
import { createTestDatabase } from "./database.ts";
import { createSanctionedAddresses, type SanctionedAddresses } from "./sanctioned-addresses.ts";
import { settleWork } from "./tokens.ts";

/** The service with the sandbox bank; the test simulates the chains. */
export interface TransferApi extends TestApi {
  readonly deps: TransferRouteDeps & TransferJobsDeps;
  readonly sanctioned: SanctionedAddresses;
  /** Transfers held by sanctions screening, and those with a failed refund. */
  readonly held: readonly Transfer[];
  readonly refundFailed: readonly string[];
  /** Reports the outcome of the latest chain operation of a transfer. */
  settle(transferId: string, outcome?: WorkOutcome): Promise<void>;
  worksOf(transferId: string): Promise<readonly NewChainWork[]>;
  /** Exchanges files with the bank until there are none left. */
  bank(): Promise<void>;
  /** Exchanges files with the bank, as far as it has settled. */
  bankRound(): Promise<void>;
  /** The service's master key. */
  readonly keyRing: KeyRing;
  /** Simulation options of the sandbox bank. */
  readonly simulator: BankSimulator;
  /** A verified bank account with every rail. */
  addBank(client: TestClient, owner?: string): Promise<string>;
}

const done: WorkOutcome = { ok: true, transactionId: "tx-done", contract: undefined };
export const frozen: WorkOutcome & { readonly ok: false } = {
  ok: false,
  reason: "frozen",
  detail: "the account is frozen",
  transactionId: undefined,
};

/** Facts are remembered until their version moves, however long a test takes. */
const stoppedClock: Clock = { now: () => instantFromMs(0) };
const wakeUp = { nudge: () => {}, listen: () => () => {} };
const bankRounds = 4;
const slowBankMs = 1_000;

interface TransferApiOptions extends Pick<TestApiOptions, "inventsEvents"> {
  /** Settings besides those of the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Replaces the database of the service. */
  readonly wrapDatabase?: (database: Database) => Database;
  /** With a manual clock, the bank needs a second for everything; otherwise no time. */
  readonly clock?: ManualClock;
}

export async function startTransferApi(options: TransferApiOptions = {}): Promise<TransferApi> {
  const clock: Clock = options.clock ?? systemClock;
  const masterKey = randomBytes(32);
  const created = await createTestDatabase({ maxConnections: 20 });
  const testDatabase = { ...created, database: options.wrapDatabase?.(created.database) ?? created.database };
  const parts = { database: testDatabase.database, clock, newId: createIdFactory(clock) };
  const keyRing = createKeyRing(masterKey);
  const sanctioned = await createSanctionedAddresses();
  const bankDelayMs = options.clock === undefined ? 0 : slowBankMs;
  const env = createEnvironment({ ...parts, keyRing, bankDelayMs }, sanctioned);
  const { deps, simulator } = env;
  const api = await startTestApi({
    testDatabase,
    masterKey,
    clock,
    inventsEvents: options.inventsEvents ?? false,
    environment: { FLORIN_ROLES: "api", ...options.environment },
    moreRoutes: [
      ...transferRoutes(deps),
      ...paymentRoutes(deps),
      ...bankSimulationRoutes({ ...deps, simulator, automationsOwnerName, findAutomations }),
    ],
  });
  const { database } = api;
  const owners = [
    transfersChainOwner(deps),
    createOffsetsOwner(deps),
    createTreasuryChainOwner({ ...deps, withdrawalLimits: withdrawalLimits(deps) }),
  ];
  return {
    ...api,
    deps,
    keyRing,
    simulator,
    sanctioned,
    held: env.held,
    refundFailed: env.refundFailed,
    worksOf: (transferId) => selectWorks(database, transferId),
    settle: async (transferId, outcome = done) => {
      const work = (await selectWorks(database, transferId)).at(-1);
      if (work === undefined) throw new Error("no chain operation for this transfer");
      const owner = owners.find(({ name }) => name === work.owner);
      if (owner === undefined) throw new Error("the chain operation has an owner");
      await settleWork(database, owner, [{ work, outcome }]);
    },
    bankRound: async () => {
      await env.engine.round();
    },
    bank: async () => {
      for (let round = 0; round < bankRounds; round += 1) {
        await env.engine.round();
        options.clock?.advance(slowBankMs);
      }
    },
    addBank: (client, name = "Wilhelmina Vanderquack") =>
      addBank({ ...parts, keyRing, bankIndexKey: randomBytes(32) }, client, name),
  };
}

type EnvironmentParts = Pick<TransferJobsDeps, "database" | "clock" | "newId"> & {
  readonly keyRing: ReturnType<typeof createKeyRing>;
  readonly bankDelayMs: number;
};

/** Wired as in the service. */
function createEnvironment(parts: EnvironmentParts, { screener }: SanctionedAddresses) {
  const { clock, newId, keyRing } = parts;
  const sandbox = createSandboxBank({
    ...parts,
    network: "testnet",
    clockMode: "seconds",
    secondsDelayMs: parts.bankDelayMs,
    tenantsOf: (session, references) => selectTenantsOf(session, "testnet", references),
  });
  const { bank, simulator } = sandbox;
  const bankWork = createBankWork({ clock, wakeUp, keyRing });
  const held: Transfer[] = [];
  const refundFailed: string[] = [];
  const deps = {
    ...parts,
    bankWork,
    screener,
    eventLog: createEventLog({ clock, newId, wakeUp }),
    chainWork: createChainWork({ clock, wakeUp }),
    payments: createPayments({ clock, newId, keyRing, bankWork, bankOf: () => bank }),
    sanctionsChecks: createSanctionsChecks({ screener, keyRing }),
    findTreasury,
    factsMemory: createFactsMemory({ clock: stoppedClock }),
    chains: { get: () => ({}) },
    railTimes: (_network: Network, rail: BankRail) => bank.times(rail),
    bankNow: (_network: Network, session: Session, tenantId?: TenantId) => simulator.clock(session, tenantId),
    onHeld: (transfer: Transfer) => held.push(transfer),
    onRefundFailed: (_transfer: Transfer, why: string) => refundFailed.push(why),
  };
  const engine = createBankEngine({
    ...parts,
    bank,
    wakeUp,
    listener: createBankListener({
      ...deps,
      onHeld: () => {},
      owners: [
        transfersPaymentOwner(deps),
        createClaimsOwner(deps),
        createTreasuryOwner({ ...deps, withdrawalLimits: withdrawalLimits(deps) }),
      ],
    }),
    pollMs: 10,
    leaseMs: 60_000,
    report: () => {},
    onError: (error) => {
      throw error;
    },
  });
  return { deps, simulator, engine, held, refundFailed };
}

interface WorkRow {
  readonly id: string;
  readonly network: Network;
  readonly chain: ChainName;
  readonly tenantId: TenantId;
  readonly owner: string;
  readonly subject: string;
  readonly operation: object;
}

// Ids follow from the transfer, and a test may stop the clock: transactions have the order.
const worksBySubject = statement<WorkRow>(`
  SELECT id, network, chain, tenant_id, owner, subject, operation FROM chain_work
   WHERE subject = $1 ORDER BY xmin::text::bigint, id`);

async function selectWorks(session: Session, subject: string): Promise<readonly NewChainWork[]> {
  const rows = await session.rows(worksBySubject, [subject]);
  return rows.map(({ tenantId, operation, ...row }) => {
    return { ...row, tenantId, operation: operationFromJson(operation) };
  });
}

let banks = 0;

async function addBank(
  deps: Parameters<typeof insertBankAddress>[0] & Pick<TransferJobsDeps, "database">,
  { accountId }: TestClient,
  owner: string,
): Promise<string> {
  banks += 1;
  const address = await deps.database.transaction((tx) =>
    insertBankAddress(deps, tx, {
      scope: { tenantId: accountId as string as TenantId, network: "testnet", accountId },
      cause: testCause,
      name: "Checking",
      transferTypes: [...bankRails],
      verification: "verified",
      details: {
        owner,
        accountNumber: String(5_000_000 + banks),
        routingNumber: "021000021",
        accountType: "checking",
        bankAddress: street,
        beneficiaryAddress: street,
      },
    }),
  );
  return address.id;
}

const street = {
  streetLine1: "401 Larkspur Avenue",
  streetLine2: undefined,
  city: "New York",
  state: "NY",
  zip: "10001",
  country: "US",
} as const;

export interface Call {
  readonly client: TestClient;
  readonly key?: string;
  readonly accountId?: string;
}

let keys = 0;

/** Sends a request below the account of a client; a POST gets its own idempotency key by default. */
export function send(
  api: Pick<TestApi, "request">,
  { client, key, accountId = client.accountId }: Call,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiResponse> {
  keys += 1;
  return api.request(method, `/accounts/${accountId}${path}`, {
    token: client.token,
    ...(method === "POST" ? { idempotencyKey: key ?? `transfer-${keys}` } : {}),
    ...(body === undefined ? {} : { body }),
  });
}
