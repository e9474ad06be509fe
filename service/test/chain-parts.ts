import { Registry } from "prom-client";
import type { Screener } from "../src/accounts/index.ts";
import type { AppParts } from "../src/app/app-parts.ts";
import { type Chains, createChains } from "../src/app/chains.ts";
import { createDepositQuorums } from "../src/app/deposit-quorum.ts";
import { createOutgoing, type Outgoing } from "../src/app/outgoing.ts";
import { createTokenModule } from "../src/app/token-module.ts";
import type { Chain } from "../src/chains/chain.ts";
import type { ChainName } from "../src/chains/chain-name.ts";
import {
  createDepositScanner,
  type DepositScanner,
  type DepositScannerOptions,
} from "../src/chains/deposits/deposit-scanner.ts";
import {
  type ChainEngine,
  type ChainEngineOptions,
  createChainEngine,
} from "../src/chains/engine/chain-engine.ts";
import type { EnginePatience } from "../src/chains/engine/engine-deps.ts";
import type { Signer } from "../src/chains/signer.ts";
import { readConfig } from "../src/config.ts";
import type { Database } from "../src/db/database.ts";
import type { ConnectionTarget } from "../src/db/pool.ts";
import { systemCause } from "../src/kernel/cause.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory } from "../src/kernel/id.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { createLogger } from "../src/startup/logging.ts";
import { openSeeds } from "../src/startup/open-seeds.ts";
import { transfersChainOwner } from "../src/transfers/chain-owner.ts";
import { tokenOwnerDeps } from "./token-owner.ts";

/** The service's parts for chains, with engines and scanners of one chain that a test creates itself. */
export interface ChainParts {
  readonly parts: AppParts;
  readonly outgoing: Outgoing;
  readonly chains: Chains;
  readonly chain: Chain;
  readonly signer: Signer;
  engine(options?: Partial<ChainEngineOptions>): ChainEngine;
  scanner(options?: Partial<DepositScannerOptions>): DepositScanner;
  close(): Promise<void>;
}

export interface ChainPartsOptions {
  readonly chainName: ChainName;
  readonly database: Database;
  readonly target: ConnectionTarget;
  readonly masterKey: Buffer;
  readonly environment: Readonly<Record<string, string>>;
  readonly screener: Pick<Screener, "screenChainAddress">;
}

export const quickPatience: EnginePatience = {
  resendAfterMs: 200,
  repriceAfterMs: 60_000,
  secondLookMs: 100,
  checkGraceMs: 0,
};

export async function openChainParts(options: ChainPartsOptions): Promise<ChainParts> {
  const parts = createParts(options);
  const { database, clock, newId } = parts;
  const chains = createChains({
    settings: parts.config.chains,
    seeds: await openSeeds(parts, systemCause("test")),
    local: undefined,
    clock,
    onNodeFailure: () => undefined,
  });
  const chain = chains.get("testnet", options.chainName);
  const signer = chains.signerOf({ network: "testnet", family: chain.family });
  const outgoing = createOutgoing(parts);
  const { owners } = await createTokenModule(parts, {
    outgoing,
    screener: options.screener,
    chains,
    bankLinks: noBankLinks,
    tokenFlowRoutes: [],
  });
  const quorumOf = createDepositQuorums(parts, chains, new Registry());
  const shared = { chain, database, clock, newId, pollMs: 10, leaseMs: 0, report: () => undefined };
  const onError = (): void => undefined;
  return {
    parts,
    outgoing,
    chains,
    chain,
    signer,
    engine: (more) =>
      createChainEngine({
        ...shared,
        signer,
        wakeUp: outgoing.wakeUp,
        owners: [...owners.owners, transfersChainOwner(tokenOwnerDeps({ clock, newId }))],
        patience: quickPatience,
        onError,
        ...more,
      }),
    scanner: (more) =>
      createDepositScanner({
        ...shared,
        wallets: chains.wallets,
        owner: owners.depositOwner,
        quorum: quorumOf(chain.key),
        onError,
        ...more,
      }),
    close: () => outgoing.wakeUp.close(),
  };
}

function createParts({ database, target, masterKey, environment }: ChainPartsOptions): AppParts {
  const config = readConfig({ PORT: "0", LOG_LEVEL: "silent", ...environment });
  return {
    config,
    logger: createLogger(config, false),
    clock: systemClock,
    newId: createIdFactory(systemClock),
    keyRing: createKeyRing(masterKey),
    database,
    target,
  };
}

const noLinks = { page: undefined, deposits: undefined };
const noBankLinks = {
  testnet: noLinks,
  mainnet: noLinks,
  callbacks: {
    callbackUrl: () => "",
    readDestination: (url: string) => url,
    checkDestination: async () => undefined,
    refuseUnattended: async () => undefined,
    subscribe: async () => undefined,
  },
};
