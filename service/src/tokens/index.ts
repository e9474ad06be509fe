export { refuseOverCapacity, refuseTooLarge } from "./chain-limits.ts";
export { type CreditHook, createDepositOwner } from "./deposits/credit-deposits.ts";
export { depositEventTypes } from "./deposits/deposit-event-types.ts";
export { DepositSchema, presentDeposit, viewDeposit } from "./deposits/deposit-response.ts";
export { type MintTestTokensDeps, mintTestTokens } from "./deposits/mint-test-tokens.ts";
export { type DepositRelease, releaseDeposit } from "./deposits/release-deposit.ts";
export { simulatedDepositRoute } from "./deposits/simulated-deposit-route.ts";
export { simulationOwner } from "./deposits/simulation-owner.ts";
export {
  heldDepositQueue,
  heldDeposits,
  selectCatalogContracts,
  selectDeposit as findDeposit,
  selectDepositSenders as findDepositSenders,
} from "./deposits/store.ts";
export type { TokenDeposit } from "./deposits/token-deposit.ts";
export {
  FailureSchema as TokenFailureSchema,
  presentFailure as presentTokenFailure,
} from "./failure-response.ts";
export { findToken, findTokenInAnyCase, findTokens, findTokensInAnyCase } from "./find-token.ts";
export type { Freeze, FrozenPlace } from "./freezes/freeze.ts";
export { freezeStatuses } from "./freezes/freeze.ts";
export { freezeAddress } from "./freezes/freeze-address.ts";
export { FreezeSchema, presentFreeze } from "./freezes/freeze-response.ts";
export { type IsFrozen, loadFrozen } from "./freezes/frozen-places.ts";
export { freezesOwner } from "./freezes/settle-freezes.ts";
export { failedFreezeQueue, freezeList } from "./freezes/store.ts";
export { unfreezeAddress } from "./freezes/unfreeze-address.ts";
export { allTokens, tokenView } from "./list-store.ts";
export { findVisibleTokens } from "./list-tokens.ts";
export { presentToken, TokenSchema } from "./operator-token-response.ts";
export { ensurePlatformTokens, unfinishedPlatformTokens } from "./platform-tokens.ts";
export type { UnitsInFlight } from "./reconciliation/in-flight.ts";
export { reconcileKind, reconciliation } from "./reconciliation/reconcile.ts";
export type { Difference, Reconciliation } from "./reconciliation/reconciliation.ts";
export {
  DifferenceSchema,
  presentDifference,
  presentReconciliation,
  ReconciliationSchema,
  type ShownReconciliation,
} from "./reconciliation/reconciliation-response.ts";
export {
  isRunUnderWay as isReconciling,
  selectDifferences as listDifferences,
  selectDifferencesFor as listDifferencesFor,
  selectFirstSeen as findFirstSeen,
  selectLastRun as lastReconciliation,
} from "./reconciliation/store.ts";
export { registerThirdPartyToken } from "./register-token.ts";
export { findReportedToken, type ReportRequest } from "./reserve-reports/make-report.ts";
export { isMonth, lastMonth } from "./reserve-reports/month.ts";
export type { ReserveReport } from "./reserve-reports/report.ts";
export { reportJob, reserveReporting } from "./reserve-reports/report-job.ts";
export { type ReportSimulationDeps, simulatedReportRoute } from "./reserve-reports/simulation-route.ts";
export {
  deletePage as closeTransparencyPage,
  insertPage as openTransparencyPage,
  selectReport as findReserveReport,
} from "./reserve-reports/store.ts";
export { verifyReports } from "./reserve-reports/verify-reports.ts";
export { type TokenRouteDeps, tokenRoutes } from "./routes.ts";
export { issuanceOwner } from "./settle-deployments.ts";
export {
  advanceIssuerKeys,
  isTokenContract,
  type PlaceOnChain,
  selectChainsInUse,
  selectContractPlaces,
  selectTokensByIds as findTokensByIds,
} from "./store.ts";
export { assetOf, contractOn, mintingKeyOf, type Token, tokenScale } from "./token.ts";
export { readTokenUnits, TokenAmountSchema, TokenValueTypeSchema } from "./token-amount.ts";
export { tokenEventTypes } from "./token-event-types.ts";
