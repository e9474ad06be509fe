import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { ChainName } from "../src/chains/chain-name.ts";
import type { ChainEngine } from "../src/chains/engine/chain-engine.ts";
import type { EngineReport } from "../src/chains/engine/engine-deps.ts";
import type { Database } from "../src/db/database.ts";
import type { Turn } from "../src/db/poll-loop.ts";
import { statement } from "../src/db/statement.ts";
import { startTestApi, type TestApi } from "./api.ts";
import { startBaseNode } from "./chain-nodes/base-node.ts";
import type { ChainNode } from "./chain-nodes/chain-node.ts";
import { startSolanaChainNode } from "./chain-nodes/solana-node.ts";
import { startStellarNode } from "./chain-nodes/stellar-node.ts";
import { type ChainParts, openChainParts } from "./chain-parts.ts";
import { createTestDatabase } from "./database.ts";
import { eventually } from "./eventually.ts";
import { createSanctionedAddresses } from "./sanctioned-addresses.ts";

/** The whole service on one real local RPC node: its API over HTTP, and engines and scanners that a test starts. */
export interface ChainEnvironment<Node extends ChainNode = ChainNode> extends ChainParts {
  readonly api: TestApi;
  readonly database: Database;
  readonly node: Node;
  readonly masterKey: Buffer;
  /** Reports and errors of the engines in this environment. */
  readonly reports: EngineReport[];
  readonly errors: unknown[];
  /** Ids of open chain operations. */
  openWork(): Promise<readonly string[]>;
  /** Runs an engine until no chain operation is open. */
  finish(engine?: ChainEngine): Promise<void>;
  /** Adds an address to the sanctions list. */
  list(address: string): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The chains under test, one of each family. */
export const environmentChains = ["base", "solana", "stellar"] as const satisfies readonly ChainName[];
export type EnvironmentChain = (typeof environmentChains)[number];

const startNode: Readonly<Record<EnvironmentChain, () => Promise<ChainNode>>> = {
  base: startBaseNode,
  solana: startSolanaChainNode,
  stellar: startStellarNode,
};

export async function openChainEnvironment(chain: EnvironmentChain): Promise<ChainEnvironment> {
  return openEnvironmentOn(chain, await startNode[chain]());
}

export async function openEnvironmentOn<Node extends ChainNode>(
  chainName: EnvironmentChain,
  node: Node,
): Promise<ChainEnvironment<Node>> {
  const masterKey = randomBytes(32);
  const testDatabase = await createTestDatabase({ maxConnections: 20 });
  const { database, target } = testDatabase;
  const environment = { FLORIN_ROLES: "api", RATE_LIMIT: "off", ...node.environment };
  const api = await startTestApi({ masterKey, testDatabase, environment });
  const sanctioned = await createSanctionedAddresses();
  const { screener } = sanctioned;
  const made = await openChainParts({ chainName, database, target, masterKey, environment, screener });
  await node.prepare(made.chain, made.signer);
  const reports: EngineReport[] = [];
  const errors: unknown[] = [];
  const noting = {
    report: (report: EngineReport) => reports.push(report),
    onError: (error: unknown) => errors.push(error),
  };
  const close = async (): Promise<void> => {
    await made.close();
    await api.stop();
    await node.close();
  };
  const env: ChainEnvironment<Node> = {
    ...made,
    api,
    database,
    node,
    masterKey,
    reports,
    errors,
    list: sanctioned.list,
    engine: (options) => made.engine({ ...noting, ...options }),
    scanner: (options) => made.scanner({ onError: noting.onError, ...options }),
    openWork: async () => (await database.rows(unsettled)).map(({ id }) => id),
    finish: (engine = env.engine()) => finish(env, engine),
    close,
    [Symbol.asyncDispose]: close,
  };
  // The first turn sets the scan position for deposits.
  await env.scanner().turn();
  return env;
}

const unsettled = statement<{ readonly id: string }>(
  `SELECT id FROM chain_work WHERE state NOT IN ('done', 'failed') ORDER BY id`,
);

async function finish(env: Pick<ChainEnvironment, "openWork">, engine: ChainEngine): Promise<void> {
  await eventually(async () => {
    await turns(engine);
    expect(await env.openWork()).toEqual([]);
  });
}

/** Runs turns as long as the worker requests another one at once. */
export async function turns(worker: { turn(): Promise<Turn> }): Promise<void> {
  let next: Turn = "again";
  while (next === "again") next = await worker.turn();
}

export function untilSo<T>(check: () => Promise<T>): Promise<T> {
  return eventually(check);
}
