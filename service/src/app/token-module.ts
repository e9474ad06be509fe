import type { CompletionHook, Screener } from "../accounts/index.ts";
import {
  type AddressRouteDeps,
  addressRoutes,
  type BankLinkProviders,
  type BankLinkRouteDeps,
  bankLinkRoutes,
  bankLinkUpkeep,
  createCustodialAddresses,
  type SendPrenote,
} from "../addresses/index.ts";
import { loadOrCreateServiceKey } from "../auth/index.ts";
import type { DepositOwner } from "../chains/deposits/deposit.ts";
import type { ChainWorkOwner } from "../chains/engine/chain-work.ts";
import { createChainWork } from "../chains/engine/work-store.ts";
import { readInFlight } from "../chains/in-flight-store.ts";
import { sumClaimsOfToken } from "../claims/index.ts";
import type { Route } from "../http/route.ts";
import type { JobDefinition, Schedule } from "../jobs/index.ts";
import { type Network, networks } from "../kernel/id.ts";
import {
  type CreditHook,
  createDepositOwner,
  ensurePlatformTokens,
  findTokenInAnyCase,
  freezesOwner,
  issuanceOwner,
  isTokenContract,
  type Reconciliation,
  type ReportRequest,
  type ReportSimulationDeps,
  type ReserveReport,
  reconciliation,
  reserveReporting,
  simulatedDepositRoute,
  simulatedReportRoute,
  simulationOwner,
  type TokenRouteDeps,
  tokenRoutes,
} from "../tokens/index.ts";
import type { AppParts } from "./app-parts.ts";
import type { Chains } from "./chains.ts";
import type { Outgoing } from "./outgoing.ts";

/** Addresses and tokens: their endpoints, and the owners of their chain work and deposits. */
export interface TokenModule {
  readonly routes: readonly Route[];
  readonly createCustodialAddresses: CompletionHook;
  readonly owners: { readonly owners: readonly ChainWorkOwner[]; readonly depositOwner: DepositOwner };
  readonly jobs: { readonly jobs: readonly JobDefinition[]; readonly schedules: readonly Schedule[] };
  /** The platform's own token, and a test token of an external issuer on local chains. */
  ensureTokens(): Promise<void>;
}

export interface TokenModuleParts {
  readonly outgoing: Outgoing;
  readonly screener: Pick<Screener, "screenChainAddress">;
  readonly chains: Chains;
  readonly bankLinks: BankLinkProviders;
  readonly sendPrenote?: SendPrenote | undefined;
  /** Endpoints of token flows. */
  readonly tokenFlowRoutes: readonly Route[];
  /** Called when tokens are credited, in the same transaction. */
  readonly onCredited?: CreditHook;
}

export async function createTokenModule(parts: AppParts, services: TokenModuleParts): Promise<TokenModule> {
  const { database, keyRing, clock, newId, logger } = parts;
  const { outgoing, screener, chains, bankLinks, sendPrenote } = services;
  const { wakeUp, eventLog, jobQueue } = outgoing;
  const chainWork = createChainWork({ clock, wakeUp });
  const { wallets } = chains;
  const deps = {
    database,
    keyRing,
    clock,
    newId,
    eventLog,
    jobQueue,
    chainWork,
    chains,
    wallets,
    screener,
    bankLinks,
    sendPrenote,
    readInFlight,
    readClaims: sumClaimsOfToken,
    isChainOff: chains.isOff,
    isOpenByDefault: (network: Network) => parts.config.profile === "local" && network === "testnet",
    bankIndexKey: await loadOrCreateServiceKey(database, keyRing, "bank-account-index"),
    tokenOf: findTokenInAnyCase satisfies AddressRouteDeps["tokenOf"],
    isTokenContract: isTokenContract satisfies AddressRouteDeps["isTokenContract"],
    onSanctionedAddress: (attempt: object) => logger.warn(attempt, "attempt to use a sanctioned address"),
  };
  const addCustodialAddresses = createCustodialAddresses(deps);
  const comparisons = reconciliation({
    ...deps,
    report: (run) => logRun(logger, run),
    onChainError: (key, error) => logger.warn({ ...key, err: error }, "chain could not be reconciled"),
  });
  const reports = reserveReporting({ ...deps, ...reportHooks(parts) });
  const upkeep = bankLinkUpkeep(deps);
  const depositOwner = createDepositOwner({
    ...deps,
    ...(services.onCredited === undefined ? {} : { onCredited: services.onCredited }),
    onHeld: ({ tenantId, network, id }) =>
      logger.warn({ tenantId, network, id }, "sanctioned address: deposit held; see: florin admin deposits"),
  });
  return {
    routes: composeTokenRoutes(deps, services.tokenFlowRoutes),
    createCustodialAddresses: async (tx, account) => {
      if (chains.hasKeys(account.network)) await addCustodialAddresses(tx, account);
    },
    owners: {
      owners: [issuanceOwner(deps), freezesOwner(deps), simulationOwner({ ...deps, depositOwner })],
      depositOwner,
    },
    jobs: {
      jobs: [...comparisons.jobs, ...reports.jobs, ...upkeep.jobs],
      schedules: [...comparisons.schedules, ...reports.schedules, ...upkeep.schedules],
    },
    ensureTokens: () => ensureTokens(deps, chains),
  };
}

async function ensureTokens(deps: Parameters<typeof ensurePlatformTokens>[0], chains: Chains): Promise<void> {
  for (const network of networks) {
    const available = chains
      .all()
      .filter(({ key }) => key.network === network)
      .map(({ key }) => key.chain);
    const testTokenChains = available.filter((chain) => chains.isLocal({ network, chain }));
    await ensurePlatformTokens(deps, { network, chains: available, testTokenChains });
  }
}

export type TokenRoutesDeps = AddressRouteDeps & BankLinkRouteDeps & TokenRouteDeps & ReportSimulationDeps;

/** The endpoints of addresses and tokens, in the order of the API reference. */
export function composeTokenRoutes(
  deps: TokenRoutesDeps,
  tokenFlowRoutes: readonly Route[],
): readonly Route[] {
  return [
    ...addressRoutes(deps),
    ...bankLinkRoutes(deps),
    ...tokenRoutes(deps),
    ...tokenFlowRoutes,
    simulatedDepositRoute(deps),
    simulatedReportRoute(deps),
  ];
}

function logRun(logger: AppParts["logger"], run: Reconciliation): void {
  if (run.different > 0)
    logger.error({ ...run }, "chains and ledger differ; see: florin admin tokens reconciliation");
  else if (run.unverified > 0) logger.warn({ ...run }, "some chains could not be reconciled with the ledger");
}

function reportHooks({ database, keyRing, logger }: AppParts) {
  return {
    loadSigningKey: () => loadOrCreateServiceKey(database, keyRing, "reserve-reports"),
    onDelayed: (request: ReportRequest, error: unknown) =>
      logger.warn({ ...request, err: error }, "reserve report delayed: a chain could not be read"),
    onReported: (report: ReserveReport) => logReport(logger, report),
  };
}

function logReport(logger: AppParts["logger"], report: ReserveReport): void {
  const { network, value_type, month, number } = report;
  const unexplained = report.differences.filter(({ is_explained: isExplained }) => !isExplained);
  if (unexplained.length === 0) logger.info({ network, value_type, month, number }, "reserve report signed");
  else
    logger.error({ network, value_type, month, unexplained }, "reserve report has unexplained differences");
}
