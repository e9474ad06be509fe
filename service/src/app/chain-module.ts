import type { Registry } from "prom-client";
import { type CompletionHook, managingAccounts, type Screener } from "../accounts/index.ts";
import type { BankLinkProviders, SendPrenote } from "../addresses/index.ts";
import type { ChainWorkOwner } from "../chains/engine/chain-work.ts";
import type { Database } from "../db/database.ts";
import type { Route } from "../http/route.ts";
import type { NodeId } from "../jobs/index.ts";
import { networks } from "../kernel/id.ts";
import type { CreditHook } from "../tokens/index.ts";
import type { AppParts } from "./app-parts.ts";
import { createChainWorkers } from "./chain-workers.ts";
import { createDemoTokens, type DemoTokens } from "./demo-tokens.ts";
import type { OpenedChains } from "./open-chains.ts";
import type { Outgoing } from "./outgoing.ts";
import { createPreparation, keepSenders, prepareLocalChains } from "./prepare-chains.ts";
import { createTokenModule, type TokenModule } from "./token-module.ts";

/** Chains and their lifecycle: local nodes, chain work, deposit scanning. */
export interface ChainModule extends Pick<TokenModule, "routes" | "createCustodialAddresses" | "jobs"> {
  readonly demoTokens: DemoTokens;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ChainModuleParts extends OpenedChains {
  readonly outgoing: Outgoing;
  readonly screener: Pick<Screener, "screenChainAddress">;
  readonly registry: Registry;
  readonly nodeId: NodeId;
  /** Owners of chain work outside the token module. */
  readonly moreOwners: readonly ChainWorkOwner[];
  readonly bankLinks: BankLinkProviders;
  readonly sendPrenote?: SendPrenote | undefined;
  readonly tokenFlowRoutes: readonly Route[];
  readonly onCredited: CreditHook;
}

export async function createChainModule(parts: AppParts, services: ChainModuleParts): Promise<ChainModule> {
  const { chains, close } = services;
  const tokens = await createTokenModule(parts, services);
  const owners = [...tokens.owners.owners, ...services.moreOwners];
  const { depositOwner } = tokens.owners;
  const workers = parts.config.roles.has("worker")
    ? createChainWorkers(parts, { ...services, owners, depositOwner })
    : undefined;
  const preparation = createPreparation(parts, chains);
  return {
    ...tokens,
    demoTokens: createDemoTokens(parts.database, chains),
    start: async () => {
      if (workers === undefined) return;
      await keepSenders(parts, chains);
      await prepareLocalChains(parts, chains);
      await tokens.ensureTokens();
      await backfillAddresses(parts.database, tokens.createCustodialAddresses);
      preparation.start();
      workers.start();
    },
    stop: async () => {
      await preparation.stop();
      await workers?.stop();
      await close();
    },
  };
}

/**
 * Managing accounts are complete from the start, without the review that would create their custodial addresses. Each
 * start creates those that are missing, in both networks, one transaction per account, so a stop loses nothing.
 */
async function backfillAddresses(database: Database, create: CompletionHook): Promise<void> {
  for await (const page of managingAccounts.stream(database, {})) {
    for (const { tenantId, id: accountId } of page) {
      for (const network of networks) {
        await database.transaction((tx) => create(tx, { tenantId, network, accountId }));
      }
    }
  }
}
