import type { Registry } from "prom-client";
import type { Chain } from "../chains/chain.ts";
import type { ChainKey } from "../chains/chain-name.ts";
import type { DepositQuorum } from "../chains/deposits/confirm-deposits.ts";
import type { DepositOwner } from "../chains/deposits/deposit.ts";
import { createDepositScanner, type DepositScanner } from "../chains/deposits/deposit-scanner.ts";
import type { ChainEngine } from "../chains/engine/chain-engine.ts";
import { createChainEngine } from "../chains/engine/chain-engine.ts";
import type { ChainWorkOwner } from "../chains/engine/chain-work.ts";
import type { EnginePatience, EngineReport } from "../chains/engine/engine-deps.ts";
import { createLeaseRenewal } from "../db/fenced-lease.ts";
import type { NodeId } from "../jobs/index.ts";
import { recordLateEffects } from "../recovery/index.ts";
import type { Logger } from "../startup/logging.ts";
import { countConfirmations } from "../statistics/index.ts";
import { selectCatalogContracts } from "../tokens/index.ts";
import type { AppParts } from "./app-parts.ts";
import { createChainMetrics } from "./chain-metrics.ts";
import type { Chains } from "./chains.ts";
import { createDepositQuorums } from "./deposit-quorum.ts";
import { createGasWatch } from "./gas-watch.ts";
import type { Outgoing } from "./outgoing.ts";
import { createRoleWatch } from "./role-watch.ts";
import { createTokenMetrics } from "./token-metrics.ts";

/** Chain work of a node with the role `worker`: the engine and the deposit scanner of each chain. */
export interface ChainWorkers {
  start(): void;
  stop(): Promise<void>;
}

export interface ChainWorkersParts {
  readonly chains: Chains;
  readonly outgoing: Outgoing;
  readonly owners: readonly ChainWorkOwner[];
  readonly depositOwner: DepositOwner;
  readonly registry: Registry;
  /** Holder of this node's leases. */
  readonly nodeId: NodeId;
}

const leaseMs = 10_000;
/** Local chains report their blocks, so that scanners need not poll. Engines wait for operations on every chain. */
export const localPace = { pollMs: 250, idleMs: 60_000, scanMs: 500, scanIdleMs: 60_000 };
const remotePace = { pollMs: 2_000, idleMs: 10_000, scanMs: 5_000, scanIdleMs: 5_000 };
export const localPatience: EnginePatience = {
  resendAfterMs: 3_000,
  repriceAfterMs: 30_000,
  secondLookMs: 1_000,
  checkGraceMs: 3_000,
};
const remotePatience: EnginePatience = {
  resendAfterMs: 15_000,
  repriceAfterMs: 90_000,
  secondLookMs: 10_000,
  checkGraceMs: 30_000,
};

export function createChainWorkers(parts: AppParts, services: ChainWorkersParts): ChainWorkers {
  const { chains, registry } = services;
  const quorumOf = createDepositQuorums(parts, chains, registry);
  const each = chains.all().map((chain) => createPair(parts, services, chain, quorumOf(chain.key)));
  const watches = [createGasWatch(parts, chains, registry), createRoleWatch(parts, chains)];
  const leaseRenewal = createLeaseRenewal({
    name: "chains.lease",
    database: parts.database,
    holder: services.nodeId,
    leaseMs,
    onError: (error) => parts.logger.warn({ err: error }, "chain leases could not be renewed; retrying"),
  });
  createChainMetrics(registry, parts.database, chains);
  createTokenMetrics(registry, parts.database);
  return {
    start: () => {
      for (const { engine, scanner } of each) {
        engine.start();
        scanner.start();
      }
      for (const watch of watches) watch.start();
      leaseRenewal.start();
    },
    stop: async () => {
      await Promise.all([
        ...watches.map((watch) => watch.stop()),
        leaseRenewal.stop(),
        ...each.flatMap(({ engine, scanner }) => [engine.stop(), scanner.stop()]),
      ]);
    },
  };
}

interface Pair {
  readonly engine: ChainEngine;
  readonly scanner: DepositScanner;
}

function createPair(parts: AppParts, services: ChainWorkersParts, chain: Chain, quorum: DepositQuorum): Pair {
  const { database, clock, newId, logger } = parts;
  const { chains, outgoing, owners, depositOwner, nodeId: holder } = services;
  const isLocal = chains.isLocal(chain.key);
  const { pollMs, idleMs, scanMs, scanIdleMs } = isLocal ? localPace : remotePace;
  const onError = (error: unknown): void =>
    logger.warn({ ...chain.key, err: error }, "chain processing failed; retrying");
  const signer = chains.signerOf({ network: chain.key.network, family: chain.family });
  const engine = createChainEngine({
    chain,
    signer,
    database,
    wakeUp: outgoing.wakeUp,
    clock,
    newId,
    holder,
    owners,
    patience: isLocal ? localPatience : remotePatience,
    pollMs,
    idleMs,
    leaseMs,
    countConfirmations,
    report: (report) => logReport(logger, chain.key, report),
    onError,
  });
  const late = { database, clock, wallets: chains.wallets, contracts: selectCatalogContracts };
  const scanner = createDepositScanner({
    chain,
    database,
    clock,
    newId,
    holder,
    wallets: chains.wallets,
    owner: depositOwner,
    quorum,
    recordLate: (...scanned) => recordLateEffects(late, ...scanned),
    wakeUp: outgoing.wakeUp,
    pollMs: scanMs,
    idleMs: scanIdleMs,
    leaseMs,
    report: ({ type, count }) =>
      logger[type === "denied" ? "warn" : "info"]({ ...chain.key, count }, `deposits ${type}`),
    onError,
  });
  return { engine, scanner };
}

const reportLines = {
  failed: { level: "error", text: "chain operation failed" },
  rejected: { level: "error", text: "transaction rejected by all RPC nodes" },
  "unknown-effect": {
    level: "error",
    text: "chain operation took effect by an unknown transaction; waiting",
  },
  "held-back": { level: "warn", text: "transaction not accepted by an RPC node; retrying" },
  reorged: { level: "warn", text: "block with our transaction was reorged; resending the transaction" },
  repriced: { level: "info", text: "transaction is pending too long; resending it with a higher fee" },
  "tried-again": { level: "info", text: "transaction was dropped; signing a new one" },
} as const satisfies Record<EngineReport["type"], { readonly level: string; readonly text: string }>;

function logReport(logger: Logger, key: ChainKey, { type, ...report }: EngineReport): void {
  const { level, text } = reportLines[type];
  logger[level]({ ...key, ...report }, text);
}
