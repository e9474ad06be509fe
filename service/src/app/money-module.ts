import type { Screener } from "../accounts/index.ts";
import { draftSandboxBank, ensureSandboxBank } from "../addresses/index.ts";
import {
  automationDepositHook,
  automationJobs,
  automationRoutes,
  automationsOwnerName,
  createAutomationsOwner,
  findAutomations,
} from "../automations/index.ts";
import type { ChainWorkOwner } from "../chains/engine/chain-work.ts";
import { createChainWork } from "../chains/engine/work-store.ts";
import { type Claim, createClaimsOwner, createOffsetsOwner } from "../claims/index.ts";
import type { Session } from "../db/database.ts";
import type { Route } from "../http/route.ts";
import type { JobDefinition, Schedule } from "../jobs/index.ts";
import { type Network, platformTenant, type TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import {
  createBankListener,
  createPayments,
  type MeasuredRates,
  type PaymentOwner,
  type Payments,
  paymentRoutes,
  returnRateJobs,
} from "../payments/index.ts";
import type { BankListener } from "../rails/bank-work.ts";
import { createBankWork } from "../rails/engine/create-bank-work.ts";
import { noteLevels } from "../statistics/index.ts";
import type { CreditHook } from "../tokens/index.ts";
import {
  bankSimulationRoutes,
  createCoolingOff,
  createFactsMemory,
  createSanctionsChecks,
  forgetUnlimited,
  type SandboxBank,
  type Transfer,
  tokenFlowRoutes,
  transferJobs,
  transferRoutes,
  transfersChainOwner,
  transfersPaymentOwner,
  withdrawalLimits,
} from "../transfers/index.ts";
import { createTreasuryChainOwner, createTreasuryOwner, findTreasury } from "../treasury/index.ts";
import type { AppParts } from "./app-parts.ts";
import { refuseUnapproved } from "./bank-links.ts";
import type { Banks } from "./banks.ts";
import type { Chains } from "./chains.ts";
import { createLocalFunding } from "./local-funding.ts";
import type { Outgoing } from "./outgoing.ts";

/** Payments, transfers and the treasury: their endpoints, and the owners of their chain work and bank payments. */
export interface MoneyModule {
  readonly routes: readonly Route[];
  /** Transfers, mints and burns of attested tokens. */
  readonly tokenRoutes: readonly Route[];
  readonly payments: Payments;
  readonly listener: BankListener;
  readonly chainOwners: readonly ChainWorkOwner[];
  /** Called when tokens are credited. */
  readonly onCredited: CreditHook;
  readonly jobs: { readonly jobs: readonly JobDefinition[]; readonly schedules: readonly Schedule[] };
  /** On local chains, funds treasuries with tokens and dollars to exchange. */
  start(): Promise<void>;
}

export interface MoneyModuleParts {
  readonly outgoing: Outgoing;
  readonly screener: Pick<Screener, "screen" | "screenChainAddress" | "list">;
  readonly banks: Banks;
  readonly chains: Chains;
  /** Owners of payments outside these modules. */
  readonly moreOwners: (payments: Payments) => readonly PaymentOwner[];
}

export function createMoneyModule(parts: AppParts, services: MoneyModuleParts): MoneyModule {
  const { database, keyRing, clock, newId } = parts;
  const { screener, banks, chains } = services;
  const { wakeUp, eventLog, jobQueue } = services.outgoing;
  const chainWork = createChainWork({ clock, wakeUp });
  const bankWork = createBankWork({ clock, wakeUp, keyRing });
  const payments = createPayments({ clock, newId, keyRing, bankWork, bankOf: banks.of });
  const deps = {
    database,
    keyRing,
    clock,
    newId,
    eventLog,
    jobQueue,
    chainWork,
    wallets: chains.wallets,
    chains,
    bankWork,
    payments,
    screener,
    sanctionsChecks: createSanctionsChecks({ screener, keyRing }),
    findTreasury,
    factsMemory: createFactsMemory({ clock }),
    debtorOutflows: parts.config.debtorOutflows,
    defaultLimits: parts.config.defaultLimits,
    coolsUntil: createCoolingOff(clock, parts.config.destinationCoolingOffMs),
    railTimes: railTimesOf(banks),
    bankNow: bankNow.bind(undefined, banks),
    sandboxBank: banks.simulatorOf("testnet") === undefined ? undefined : createSandboxBank(parts),
    ...transferReports(parts),
  };
  const timed = transferJobs(deps);
  const rates = returnRateJobs({ ...deps, noteLevels, ...rateReports(parts) });
  const funding = createLocalFunding(parts, { ...services, payments, chainWork });
  const owners = [
    transfersPaymentOwner(deps),
    createAutomationsOwner(deps),
    createTreasuryOwner({ ...deps, withdrawalLimits: withdrawalLimits(deps) }),
    createClaimsOwner(deps),
    ...services.moreOwners(payments),
  ];
  return {
    payments,
    tokenRoutes: tokenFlowRoutes(deps),
    routes: [
      ...transferRoutes(deps),
      ...paymentRoutes(deps),
      ...automationRoutes(deps),
      ...simulations(deps, banks),
    ],
    onCredited: automationDepositHook(deps),
    listener: createBankListener({ ...deps, owners, ...listenerReports(parts) }),
    chainOwners: chainOwnersOf(deps),
    jobs: {
      jobs: [...timed.jobs, ...funding.jobs, ...automationJobs(deps).jobs, ...rates.jobs],
      schedules: [...timed.schedules, ...rates.schedules],
    },
    start: () => forgetUnlimited(deps, database).then(() => funding.start()),
  };
}

function railTimesOf(banks: Banks) {
  return (network: Network, ...query: Parameters<ReturnType<Banks["of"]>["times"]>) =>
    banks.of(network).times(...query);
}

function chainOwnersOf(
  deps: Parameters<typeof transfersChainOwner>[0] & Parameters<typeof withdrawalLimits>[0],
): readonly ChainWorkOwner[] {
  return [
    transfersChainOwner(deps),
    createOffsetsOwner(deps),
    createTreasuryChainOwner({ ...deps, withdrawalLimits: withdrawalLimits(deps) }),
  ];
}

/** A new destination needs the approvals that rules demand, so that a payout cannot add one past them. */
function createSandboxBank({ keyRing, clock, newId }: AppParts): SandboxBank {
  const deps = { keyRing, clock, newId };
  return {
    ensure: async (tx, account, cause) =>
      (await refuseUnapproved(tx, { tenantId: account.tenantId, network: "testnet" })) ??
      ensureSandboxBank(deps, tx, account, cause),
    draft: (account) => draftSandboxBank(deps, account),
  };
}

/** What operators read in the log. */
function transferReports({ logger }: AppParts) {
  return {
    onHeld: ({ tenantId, network, id, hold, heldForClaim }: HeldTransfer) => {
      const why = hold === undefined ? "the account owes" : "sanctions match";
      logger.warn({ tenantId, network, id, heldForClaim }, `transfer held: ${why}`);
    },
    onSanctionedAddress: (attempt: object) => logger.warn(attempt, "attempt to use a sanctioned address"),
    onClaimOpened: ({ tenantId, network, id, accountId, transferId, returnCode }: Claim) =>
      logger.warn(
        { tenantId, network, id, accountId, transferId, returnCode },
        "debit returned after completion: the account owes its amount; see: florin admin claims show",
      ),
    onRefundFailed: ({ tenantId, network, id }: Transfer, why: string) =>
      logger.error({ tenantId, network, id, why }, "refund of a failed transfer failed"),
  };
}

/** A sandbox bank is read on the current connection: it lives in the same database. */
async function bankNow(
  banks: Banks,
  network: Network,
  session: Session,
  tenantId?: TenantId,
): Promise<{ readonly now: Instant; readonly aheadMs: number }> {
  const simulator = banks.simulatorOf(network);
  if (simulator === undefined) return { now: await banks.of(network).now(), aheadMs: 0 };
  return simulator.clock(session, tenantId);
}

function simulations(
  deps: Omit<
    Parameters<typeof bankSimulationRoutes>[0],
    "simulator" | "automationsOwnerName" | "findAutomations"
  >,
  banks: Banks,
): readonly Route[] {
  const simulator = banks.simulatorOf("testnet");
  return simulator === undefined
    ? []
    : bankSimulationRoutes({ ...deps, simulator, automationsOwnerName, findAutomations });
}

function listenerReports({ logger }: AppParts) {
  return {
    onHeld: ({ id, tenantId, network, hold }: HeldPayment) =>
      logger.warn({ id, tenantId, network, reason: hold?.reason }, "incoming payment needs manual review"),
    onContradiction: (contradiction: object) =>
      logger.error(
        { ...contradiction },
        "bank records contradict each other; see: florin admin payments show",
      ),
  };
}

function rateReports({ logger }: AppParts) {
  return {
    onReturnRateExceeded: ({ tenantId, network, exceeded, entries, ...returns }: MeasuredRates) => {
      const { unauthorized, administrative, overall } = returns;
      logger.warn(
        {
          ...(tenantId === platformTenant ? {} : { tenantId }),
          network,
          exceeded,
          entries: Number(entries),
          unauthorized: Number(unauthorized),
          administrative: Number(administrative),
          overall: Number(overall),
        },
        "return rate of ACH debits over 60 days is above Nacha's threshold",
      );
    },
  };
}

type HeldTransfer = Pick<Transfer, "tenantId" | "network" | "id" | "hold" | "heldForClaim">;

type HeldPayment = Parameters<NonNullable<Parameters<typeof createBankListener>[0]["onHeld"]>>[0];
