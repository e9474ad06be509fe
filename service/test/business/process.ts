import {
  automationDepositHook,
  automationJobs,
  createAutomationsOwner,
} from "../../src/automations/index.ts";
import { standardChains } from "../../src/chains/chain-name.ts";
import { createDepositScanner, type DepositScanner } from "../../src/chains/deposits/deposit-scanner.ts";
import { type ChainEngine, createChainEngine } from "../../src/chains/engine/chain-engine.ts";
import { createChainWork } from "../../src/chains/engine/work-store.ts";
import { createClaimsOwner, createOffsetsOwner } from "../../src/claims/index.ts";
import type { Session } from "../../src/db/database.ts";
import { createEventLog } from "../../src/events/index.ts";
import { createJobQueue, type JobDefinition } from "../../src/jobs/index.ts";
import type { Network } from "../../src/kernel/id.ts";
import { createBankListener, createPayments, type PaymentOwner } from "../../src/payments/index.ts";
import { BankUnavailableError } from "../../src/rails/bank.ts";
import { type BankEngine, createBankEngine } from "../../src/rails/engine/bank-engine.ts";
import { createBankWork } from "../../src/rails/engine/create-bank-work.ts";
import type { BankRail } from "../../src/rails/rail.ts";
import { recordLateEffects } from "../../src/recovery/index.ts";
import { createDepositOwner, selectCatalogContracts } from "../../src/tokens/index.ts";
import {
  createFactsMemory,
  createSanctionsChecks,
  transferJobs,
  transfersChainOwner,
  transfersPaymentOwner,
  withdrawalLimits,
} from "../../src/transfers/index.ts";
import { createTreasuryOwner, findTreasury } from "../../src/treasury/index.ts";
import { KilledError } from "../chain-work.ts";
import { namelessSigner } from "../fake-chain.ts";
import { createLife, type Life, mortalBank, mortalDatabase } from "./mortal.ts";
import type { Business } from "./open-business.ts";

/** One node of the service, wired as in the composition root. It may be killed at any call. */
export interface Process {
  readonly life: Life;
  readonly deps: ProcessDeps;
  readonly engines: readonly ChainEngine[];
  readonly scanners: readonly DepositScanner[];
  readonly bankEngine: BankEngine;
  readonly jobs: readonly JobDefinition[];
  readonly owners: readonly PaymentOwner[];
}

export type ProcessDeps = ReturnType<typeof createDeps>;

/** Engine errors other than kills and unreachable systems. */
export type OnError = (error: unknown) => void;

const wakeUp = { nudge: () => undefined, listen: () => () => undefined };
const pollMs = 1_000;
// The next process takes over at once.
const leaseMs = 0;
const patience = { resendAfterMs: 2_000, repriceAfterMs: 30_000, secondLookMs: 1_000, checkGraceMs: 0 };

export function bootProcess(business: Business, calls: number, onError: OnError): Process {
  const life = createLife(calls);
  const deps = createDeps(business, life);
  const { database, clock, newId, keyRing, bank } = deps;
  const noting = {
    onError: (error: unknown): void => {
      if (!(error instanceof KilledError)) onError(error);
    },
  };
  const owners = [
    transfersPaymentOwner(deps),
    createAutomationsOwner(deps),
    createTreasuryOwner(deps),
    createClaimsOwner(deps),
  ];
  const listener = createBankListener({
    ...deps,
    owners,
    onContradiction: (contradiction) => onError(new Error(JSON.stringify(contradiction))),
  });
  const checkpoint = (point: string): Promise<void> => {
    life.spend(point);
    return Promise.resolve();
  };
  const common = { database, wakeUp, clock, newId, pollMs, leaseMs, checkpoint, ...noting };
  const chains = [...business.chains.values()].map(({ chain }) => chain);
  return {
    life,
    deps,
    owners,
    engines: chains.map((chain) =>
      createChainEngine({
        ...common,
        chain,
        signer: namelessSigner,
        owners: [transfersChainOwner(deps), createOffsetsOwner(deps)],
        patience,
        report: () => undefined,
      }),
    ),
    scanners: chains.map((chain) =>
      createDepositScanner({
        ...common,
        chain,
        wallets: business.wallets,
        owner: createDepositOwner({ ...deps, onCredited: automationDepositHook(deps) }),
        quorum: { witnesses: [], aboveUnits: 0n, onDisagreement: () => undefined },
        recordLate: (...scanned) =>
          recordLateEffects(
            { ...deps, wallets: business.wallets, contracts: selectCatalogContracts },
            ...scanned,
          ),
        report: () => undefined,
      }),
    ),
    jobs: [...transferJobs(deps).jobs, ...automationJobs(deps).jobs],
    bankEngine: createBankEngine({ ...common, bank, keyRing, listener, report: () => undefined }),
  };
}

const bankSilenceRate = 0.02;

function createDeps(business: Business, life: Life) {
  const { clock, newId, keyRing, screener, sandbox, chance, weather } = business;
  const database = mortalDatabase(business.database, life);
  const bank = mortalBank(sandbox.bank, life, () => {
    if (chance.happens(bankSilenceRate * weather.roughness)) throw new BankUnavailableError("away");
  });
  const chainWork = createChainWork({ clock, wakeUp });
  const bankWork = createBankWork({ clock, wakeUp, keyRing });
  return {
    database,
    bank,
    clock,
    newId,
    keyRing,
    screener,
    chainWork,
    bankWork,
    bankIndexKey: business.bankIndexKey,
    wallets: business.wallets,
    chains: { names: standardChains },
    jobQueue: createJobQueue({ clock, newId, wakeUp }),
    eventLog: createEventLog({ clock, newId, wakeUp }),
    payments: createPayments({ clock, newId, keyRing, bankWork, bankOf: () => bank }),
    sanctionsChecks: createSanctionsChecks({ screener, keyRing }),
    findTreasury,
    factsMemory: createFactsMemory({ clock }),
    withdrawalLimits: withdrawalLimits({ clock }),
    railTimes: (_network: Network, rail: BankRail) => bank.times(rail),
    bankNow: (_network: Network, session: Session) => sandbox.simulator.clock(session),
    onRefundFailed: () => undefined,
  };
}
