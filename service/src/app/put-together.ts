import type { Registry } from "prom-client";
import type { Screener } from "../accounts/index.ts";
import { loadOrCreateServiceKey } from "../auth/index.ts";
import type { ConsoleDeps } from "../console-api/index.ts";
import type { NodeId } from "../jobs/index.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import type { AppParts } from "./app-parts.ts";
import { createBankLinks, createMicroDepositOwner, createPrenotes } from "./bank-links.ts";
import { createBankWorkers } from "./bank-workers.ts";
import { openBanks } from "./banks.ts";
import { type ChainModule, createChainModule } from "./chain-module.ts";
import { createLookAtChains } from "./look-at-chains.ts";
import { createMoneyMetrics } from "./money-metrics.ts";
import { createMoneyModule } from "./money-module.ts";
import { openChains } from "./open-chains.ts";
import type { Outgoing } from "./outgoing.ts";

/** Chains, banks and the modules that move value over them, with one lifecycle. */
export interface ValueModules
  extends Pick<ChainModule, "createCustodialAddresses" | "routes" | "jobs" | "demoTokens"> {
  /** Status of every chain, for the console. */
  readonly lookAtChains: ConsoleDeps["lookAtChains"];
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ValueParts {
  readonly outgoing: Outgoing;
  readonly screener: Pick<Screener, "screen" | "screenChainAddress" | "list">;
  readonly registry: Registry;
  readonly nodeId: NodeId;
}

/** Opens the chains and banks, and composes the modules that use them. */
export async function putTogether(parts: AppParts, services: ValueParts): Promise<ValueModules> {
  const { config, database, keyRing } = parts;
  const isWorker = config.roles.has("worker");
  const opened = await openChains(parts, services.outgoing.wakeUp);
  const sandboxKey = await loadOrCreateServiceKey(database, keyRing, "sandbox-bank");
  const banks = await openBanks(parts, createKeyRing(sandboxKey), services.outgoing.wakeUp);
  const moreOwners = () => [createMicroDepositOwner(parts)];
  const money = createMoneyModule(parts, { ...services, ...opened, banks, moreOwners });
  const chainModule = await createChainModule(parts, {
    ...services,
    ...opened,
    moreOwners: money.chainOwners,
    bankLinks: createBankLinks(parts, money.payments, banks, services.outgoing.wakeUp),
    sendPrenote: createPrenotes(parts, services.outgoing.wakeUp, banks),
    tokenFlowRoutes: money.tokenRoutes,
    onCredited: money.onCredited,
  });
  const bankWorkers = isWorker ? createBankWorkers(parts, { ...services, ...money, banks }) : undefined;
  if (isWorker) createMoneyMetrics(services.registry, parts);
  return {
    createCustodialAddresses: chainModule.createCustodialAddresses,
    demoTokens: chainModule.demoTokens,
    lookAtChains: createLookAtChains(opened.chains, config.chains, parts.clock),
    routes: [...chainModule.routes, ...money.routes],
    jobs: {
      jobs: [...chainModule.jobs.jobs, ...money.jobs.jobs],
      schedules: [...chainModule.jobs.schedules, ...money.jobs.schedules],
    },
    start: async () => {
      await chainModule.start();
      if (isWorker) await money.start();
      bankWorkers?.start();
    },
    stop: async () => {
      await Promise.all([chainModule.stop(), bankWorkers?.stop()]);
      await banks.close();
    },
  };
}
