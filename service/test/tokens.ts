import { type Chain, ChainUnavailableError } from "../src/chains/chain.ts";
import { type ChainKey, type ChainName, familyOf } from "../src/chains/chain-name.ts";
import type {
  ChainWork,
  ChainWorkOwner,
  ChainWorkProgress,
  NewChainWork,
  WorkOutcome,
} from "../src/chains/engine/chain-work.ts";
import { sumClaimsOfToken } from "../src/claims/index.ts";
import type { Database } from "../src/db/database.ts";
import { createEventLog, readEvents } from "../src/events/index.ts";
import { assert } from "../src/kernel/assert.ts";
import { type AccountId, createIdFactory, type Network, tenantOf } from "../src/kernel/id.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { type LedgerScope, type Operation, recordOperations } from "../src/ledger/index.ts";
import { issuanceOwner, type TokenRouteDeps, tokenRoutes, type UnitsInFlight } from "../src/tokens/index.ts";
import { type ApiResponse, startTestApi, type TestApi, type TestClient } from "./api.ts";
import { createTestDatabase } from "./database.ts";

/** The chain operations port; the test simulates the engine and reports outcomes. */
export interface FakeChainWork extends ChainWork {
  /** Enqueued and committed operations, in order, each id once. */
  readonly enqueued: readonly NewChainWork[];
  setProgress(id: string, progress: ChainWorkProgress): void;
}

export function createFakeChainWork(): FakeChainWork {
  const enqueued: NewChainWork[] = [];
  const progress = new Map<string, ChainWorkProgress>();
  return {
    enqueued,
    setProgress: (id, state) => {
      progress.set(id, state);
    },
    enqueue: async (tx, work) =>
      tx.afterCommit(() => {
        const isNew = ({ id }: NewChainWork): boolean => !enqueued.some((known) => known.id === id);
        enqueued.push(...work.filter(isNew));
      }),
    progress: async (_session, ids) =>
      new Map(
        enqueued
          .filter(({ id }) => ids.includes(id))
          .map(({ id }) => [id, progress.get(id) ?? { state: "queued", transactionId: undefined }]),
      ),
  };
}

type RequestedChain = Pick<Chain, "key" | "family" | "supply" | "finalSupply" | "balances">;

/** Chains whose responses a test sets. */
export interface FakeChains {
  get(network: Network, chain: ChainName): RequestedChain;
  all(): readonly RequestedChain[];
  setSupply(contract: string, units: bigint): void;
  setBalance(contract: string, holder: string, units: bigint): void;
  /** Sets how a chain responds from now on. */
  setMood(chain: ChainName, mood: "well" | "down" | "silent" | "broken"): void;
  /** How often a supply was read. */
  readonly questions: () => number;
}

export function createFakeChains(keys: readonly ChainKey[] = []): FakeChains {
  const supplies = new Map<string, bigint>();
  const balances = new Map<string, bigint>();
  const moods = new Map<ChainName, string>();
  let questions = 0;
  const obey = (chain: ChainName): Promise<void> => {
    if (moods.get(chain) === "down") throw new ChainUnavailableError("no RPC node of this chain responded");
    if (moods.get(chain) === "broken") throw new Error("a bug");
    return moods.get(chain) === "silent" ? new Promise(() => {}) : Promise.resolve();
  };
  const get = (network: Network, chain: ChainName): RequestedChain => ({
    key: { network, chain },
    family: familyOf(chain),
    supply: async (contract) => {
      questions += 1;
      await obey(chain);
      return supplies.get(contract) ?? 0n;
    },
    finalSupply: async (contract) => {
      await obey(chain);
      return {
        units: supplies.get(contract) ?? 0n,
        block: { height: 100n, hash: `hash-of-100-on-${chain}` },
      };
    },
    balances: async (contract, holders) => {
      await obey(chain);
      return holders.map((holder) => balances.get(`${contract} ${holder}`) ?? 0n);
    },
  });
  return {
    get,
    all: () => keys.map(({ network, chain }) => get(network, chain)),
    setSupply: (contract, units) => supplies.set(contract, units),
    setBalance: (contract, holder, units) => balances.set(`${contract} ${holder}`, units),
    setMood: (chain, mood) => moods.set(chain, mood),
    questions: () => questions,
  };
}

/** The service with the tokens module; the test simulates the chains. */
export interface TokenApi extends TestApi {
  readonly deps: TokenRouteDeps;
  readonly chainWork: FakeChainWork;
  readonly chains: FakeChains;
  /** Progress of chain operations, as the engine would report it. */
  readonly inFlight: UnitsInFlight[];
  readonly issuance: ChainWorkOwner;
  /** Reports the outcome of an operation to the owner of issuances. */
  settle(work: NewChainWork, outcome: WorkOutcome): Promise<void>;
}

export async function startTokenApi(): Promise<TokenApi> {
  const testDatabase = await createTestDatabase({ maxConnections: 20 });
  const { database } = testDatabase;
  const [clock, newId] = [systemClock, createIdFactory(systemClock)];
  const eventLog = createEventLog({ clock, newId, wakeUp: { nudge: () => {} } });
  const [chainWork, chains] = [createFakeChainWork(), createFakeChains()];
  const inFlight: UnitsInFlight[] = [];
  const readInFlight = async () => inFlight;
  const reading = { chains, readInFlight, readClaims: sumClaimsOfToken, supplyTimeoutMs: 300 };
  const deps = { database, clock, newId, eventLog, chainWork, ...reading };
  // Only the test itself deploys.
  const environment = { FLORIN_ROLES: "api" };
  const api = await startTestApi({ testDatabase, environment, moreRoutes: tokenRoutes(deps) });
  const issuance = issuanceOwner(deps);
  const settle = (work: NewChainWork, outcome: WorkOutcome) =>
    settleWork(database, issuance, [{ work, outcome }]);
  return { ...api, deps, chainWork, chains, inFlight, issuance, settle };
}

/** Reports outcomes of one tenant and network to an owner, as the engine does: in one transaction. */
export async function settleWork(
  database: Database,
  owner: ChainWorkOwner,
  ends: readonly { readonly work: NewChainWork; readonly outcome: WorkOutcome }[],
): Promise<void> {
  const [first] = ends;
  assert(first !== undefined, "at least one operation to settle");
  const settled = ends.map(({ work: { id, chain, subject, operation }, outcome }) => {
    return { id, chain, subject, operation, outcome };
  });
  await database.transaction((tx) => owner.settle(tx, first.work, settled));
}

/** Outcome of a successful deployment, at a new contract address. */
export function deployed(work: NewChainWork): WorkOutcome {
  return { ok: true, transactionId: `tx-${work.id}`, contract: `contract-${work.id}` };
}

export const rejected: WorkOutcome = {
  ok: false,
  reason: "rejected",
  detail: '{"InstructionError":[0,{"Custom":6}]}',
  transactionId: undefined,
};

export function newTokenRequest(overrides: Readonly<Record<string, unknown>> = {}) {
  return {
    name: "Acme Dollar",
    value_type: "ACMEUSD",
    kind: "attested",
    currency: "USD",
    transfer_types: ["base", "solana"],
    ...overrides,
  };
}

let keys = 0;

/** Requests a token with a new idempotency key. */
export function postToken(
  api: Pick<TestApi, "request">,
  { token, accountId }: Pick<TestClient, "token" | "accountId">,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<ApiResponse> {
  keys += 1;
  const options = { token, idempotencyKey: `token-${keys}`, body: newTokenRequest(overrides) };
  return api.request("POST", `/accounts/${accountId}/tokens`, options);
}

/** Requests a token and has it deployed on every chain. */
export async function issueActive(
  api: TokenApi,
  client: Pick<TestClient, "token" | "accountId">,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<ApiResponse> {
  const response = await postToken(api, client, overrides);
  assert(response.status === 201, `no token: ${response.text}`);
  for (const work of api.chainWork.enqueued.filter(({ subject }) => subject === response.body.id)) {
    await api.settle(work, deployed(work));
  }
  return response;
}

const eventLimit = 100;

/** The types of an account's events, oldest first. */
export async function eventTypesOf(
  database: Database,
  { accountId }: Pick<TestClient, "accountId">,
): Promise<readonly string[]> {
  const owner = { tenantId: tenantOf(accountId), network: "testnet", accountId } as const;
  const events = await readEvents(database, { ...owner, order: "oldest_first", limit: eventLimit });
  return events.map(({ type }) => type);
}

/** Records in the ledger of an account's tenant; nothing may be refused. */
export async function record(
  database: Database,
  accountId: AccountId,
  operations: readonly Operation[],
): Promise<void> {
  const scope: LedgerScope = { tenantId: tenantOf(accountId), network: "testnet" };
  await database.transaction((tx) => recordOperations({ clock: systemClock }, tx, scope, operations));
}
