import { randomBytes } from "node:crypto";
import { createApplication } from "../src/auth/index.ts";
import type { ChainOperation } from "../src/chains/chain.ts";
import type { ChainName } from "../src/chains/chain-name.ts";
import type { NewChainWork, WorkOutcome } from "../src/chains/engine/chain-work.ts";
import { operationFromJson } from "../src/chains/engine/work-store.ts";
import type { Database, Session } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";
import { scopeNames } from "../src/http/scopes.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { type AccountId, createIdFactory, type Network, type TenantId, tenantOf } from "../src/kernel/id.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { listBalances, pathOf, verifyJournal } from "../src/ledger/index.ts";
import { transfersChainOwner } from "../src/transfers/chain-owner.ts";
import { type ApiResponse, startTestApi, type TestApi, type TestClient } from "./api.ts";
import { testCause } from "./auth.ts";
import { type TokenOwnerDeps, tokenOwnerDeps } from "./token-owner.ts";
import { settleWork } from "./tokens.ts";

/** The service without workers; the test simulates the engine and reports the outcome of chain operations. */
export interface MovementApi extends TestApi {
  readonly deps: TokenOwnerDeps & { readonly database: Database };
  /** Number of blocked attempts to send to a sanctioned address. */
  readonly sanctionedAttempts: () => number;
  /** Reports outcomes of chain operations of one tenant and network, in one transaction. */
  settle(works: readonly NewChainWork[], outcome: WorkOutcome): Promise<void>;
  /** Chain operations of one tenant, in order. */
  worksOf(accountId: AccountId): Promise<readonly NewChainWork[]>;
  /** The latest chain operation for a subject. */
  workOf(subject: string): Promise<NewChainWork>;
  /** Marks the latest chain operation of a subject as sent in this transaction. */
  sent(subject: string, transactionId: string): Promise<void>;
  /** A client of a managed account: its application belongs to the tenant of the managing account. */
  createManagedClient(accountId: AccountId, managingAccountId: AccountId): Promise<TestClient>;
}

/** On the service's default list. */
export const sanctionedAddress = "0x00000000000000000000000000000000DeC0ded1";

const [clock, newId] = [systemClock, createIdFactory(systemClock)];

export async function startMovementApi(): Promise<MovementApi> {
  const masterKey = randomBytes(32);
  const warnings: string[] = [];
  const api = await startTestApi({
    masterKey,
    environment: { FLORIN_ROLES: "api", LOG_LEVEL: "warn" },
    logDestination: { write: (line) => warnings.push(line) },
  });
  const { database } = api;
  const deps = { ...tokenOwnerDeps({ clock, newId }), database };
  const owner = transfersChainOwner(deps);
  return {
    ...api,
    deps,
    sanctionedAttempts: () => warnings.filter((line) => line.includes("sanctioned address")).length,
    settle: async (works, outcome) => {
      const ends = works.map(async (work) => ({ work, outcome: await asSent(database, work, outcome) }));
      await settleWork(database, owner, await Promise.all(ends));
    },
    worksOf: (accountId) => selectWorks(database, "tenant_id", accountId),
    workOf: (subject) => latestWork(database, subject),
    sent: async (subject, transactionId) => {
      await database.run(markSent, [(await latestWork(database, subject)).id, transactionId]);
    },
    createManagedClient: (accountId, managingAccountId) =>
      createManagedClient({ database, clock, newId, keyRing: createKeyRing(masterKey) }, api, {
        accountId,
        managingAccountId,
      }),
  };
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
const worksBy = (column: string) =>
  statement<WorkRow>(`
    SELECT id, network, chain, tenant_id, owner, subject, operation FROM chain_work
     WHERE ${column} = $1 ORDER BY xmin::text::bigint, id`);
const selections = { tenant_id: worksBy("tenant_id"), subject: worksBy("subject") };
const markSent = statement("UPDATE chain_work SET transaction_id = $2 WHERE id = $1");

const sentIn = statement<{ readonly transactionId: string | undefined }>(
  `SELECT transaction_id FROM chain_work WHERE id = $1`,
);

/** A success is reported with the transaction that was sent. */
async function asSent(session: Session, { id }: NewChainWork, outcome: WorkOutcome): Promise<WorkOutcome> {
  const sent = await session.first(sentIn, [id]);
  return outcome.ok ? { ...outcome, transactionId: sent?.transactionId ?? outcome.transactionId } : outcome;
}

async function selectWorks(
  session: Session,
  column: keyof typeof selections,
  value: string,
): Promise<readonly (NewChainWork & { readonly operation: ChainOperation })[]> {
  const rows = await session.rows(selections[column], [value]);
  return rows.map(({ tenantId, operation, ...row }) => {
    return { ...row, tenantId, operation: operationFromJson(operation) };
  });
}

async function latestWork(session: Session, subject: string): Promise<NewChainWork> {
  const work = (await selectWorks(session, "subject", subject)).at(-1);
  if (work === undefined) throw new Error("no chain operation for this subject");
  return work;
}

/** A client of a managed account. */
export async function createManagedClient(
  deps: Parameters<typeof createApplication>[0] & { readonly database: Database },
  api: Pick<TestApi, "request">,
  { accountId, managingAccountId }: { readonly accountId: AccountId; readonly managingAccountId: AccountId },
): Promise<TestClient> {
  const scope = { tenantId: tenantOf(managingAccountId), accountId, network: "testnet" } as const;
  const { application, clientSecret } = await deps.database.transaction((tx) =>
    createApplication(deps, tx, { ...scope, name: "Managed", scopes: scopeNames, cause: testCause }),
  );
  const form = { grant_type: "client_credentials", client_id: application.id, client_secret: clientSecret };
  const { body } = await api.request("POST", "/oauth2/token", { form });
  return { accountId, clientId: application.id, clientSecret, token: body.access_token };
}

export const done: WorkOutcome = { ok: true, transactionId: "tx-done", contract: undefined };
export const paused: WorkOutcome = {
  ok: false,
  reason: "paused",
  detail: "execution reverted: EnforcedPause()",
  transactionId: undefined,
};

let keys = 0;

export interface Call {
  readonly client: TestClient;
  /** Account in the path; the client's own by default. */
  readonly accountId?: string;
  readonly key?: string;
}

export function post(
  api: Pick<TestApi, "request">,
  { client, accountId = client.accountId, key }: Call,
  plural: "transfers" | "mints" | "burns",
  body: unknown,
): Promise<ApiResponse> {
  keys += 1;
  return api.request("POST", `/accounts/${accountId}/tokens/${plural}`, {
    token: client.token,
    idempotencyKey: key ?? `movement-${keys}`,
    body,
  });
}

export function get(
  api: Pick<TestApi, "request">,
  { client, accountId = client.accountId }: Call,
  path: string,
): Promise<ApiResponse> {
  return api.request("GET", `/accounts/${accountId}/tokens/${path}`, { token: client.token });
}

/** Tokens in a wallet, minted through the API and settled. */
export async function fund(
  api: MovementApi,
  client: TestClient,
  end: { readonly address_id: string; readonly value_type: string; readonly transfer_type: string },
  amount: string,
): Promise<void> {
  const response = await post(api, { client }, "mints", { amount, destination: end });
  if (response.status !== 201) throw new Error(`no mint: ${response.text}`);
  await api.settle([await api.workOf(response.body.id)], done);
}

export type Books = Readonly<Record<string, { readonly posted: bigint; readonly held: bigint }>>;

/** Every ledger account of a tenant with a balance, by its path. */
export async function booksOf(
  database: Database,
  accountId: AccountId,
  network: Network = "testnet",
): Promise<Books> {
  const scope = { tenantId: tenantOf(accountId), network };
  const balances = await listBalances(database, scope, {}, { limit: 1_000 });
  return Object.fromEntries(
    balances
      .map(
        ({ account, posted, held }) => [pathOf(account), { posted: posted.units, held: held.units }] as const,
      )
      .filter(([, { posted, held }]) => posted !== 0n || held !== 0n),
  );
}

/** Findings in a tenant's journal. */
export async function faultsOf(database: Database, accountId: AccountId): Promise<readonly unknown[]> {
  const scope = { tenantId: tenantOf(accountId), network: "testnet" } as const;
  const { findings, failure } = await verifyJournal(database, scope);
  return failure === undefined ? findings : [...findings, failure];
}
