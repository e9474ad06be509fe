/** @public For modules that create transfers themselves: automations. */
export {
  type Acceptance,
  type AcceptTransfersDeps,
  acceptTransfers,
  type CreateTransfersDeps,
  createTransfers,
} from "./accept-transfers.ts";
export { transfersChainOwner } from "./chain-owner.ts";
/** @public For modules that create transfers themselves and check a route in advance. */
export { checkRoute } from "./check-route.ts";
export { type DecideDeps, refundTransfer, rejectTransfer, releaseTransfer } from "./decide-held.ts";
export { expireTransfers } from "./expire-transfers.ts";
export type { RequestedTransferInput } from "./facts.ts";
export { createFactsMemory } from "./facts-memory.ts";
export { removeFee, setFee } from "./fees/change-fees.ts";
export { FeeSchema, presentFee } from "./fees/fee-response.ts";
export { loadFees as listFees } from "./fees/store.ts";
export { type FeeFlow, feeFlows, feeFor, type TransferFee } from "./fees/transfer-fee.ts";
export { type TransferJobsDeps, transferJobs } from "./jobs.ts";
export { removeLimit, setLimit } from "./limits/change-limits.ts";
export { left as leftOfLimit } from "./limits/decide-limits.ts";
export { type DefaultLimits, forgetUnlimited, isDefault as isDefaultLimit } from "./limits/default-limits.ts";
export { LimitSchema, presentLimit } from "./limits/limit-response.ts";
export { isLimitedBy, limitedOperations, type TransferLimit } from "./limits/transfer-limit.ts";
export { showLimits, type UsedLimit } from "./limits/usage.ts";
export { withdrawalLimits } from "./limits/withdrawal-limits.ts";
export {
  failedRefundQueue,
  heldTransferQueue,
  shownStatus,
  transferList,
  transfersAwaitingFunds,
  transfersNeedingAction,
  transferView,
} from "./list-store.ts";
export { presentOperatorTransfer, transferAmount, viewEnd, viewTransfer } from "./operator-response.ts";
export { transfersPaymentOwner } from "./payment-owner.ts";
/** @public For modules that create transfers themselves and know their destination in advance. */
export { type RequireMemoDeps, refuseMissingMemo } from "./require-memo.ts";
export { createCoolingOff } from "./resolve-ends.ts";
export { type TransferRouteDeps, transferRoutes } from "./routes.ts";
export { createSanctionsChecks } from "./sanctions-checks.ts";
/** @public Port for payouts of testnet that name no bank account. */
export type { SandboxBank } from "./sandbox-destinations.ts";
export { railCode, readAmount, readTransferSearch } from "./search-transfers.ts";
export { bankSimulationRoutes } from "./simulations/transfer-simulations.ts";
export {
  countNeedingAction as countTransfersNeedingAction,
  selectAnyTransfer as findAnyTransfer,
  selectAnyTransfers as findAnyTransfers,
  selectTransfersById as findTransfers,
} from "./store.ts";
export { requireTenant } from "./term-scope.ts";
export { tokenFlowRoutes } from "./token-flows/routes.ts";
export { tokenFlowEventTypes } from "./token-flows/token-event-types.ts";
export {
  centsOf,
  failureTypes,
  flows,
  routeFlowOf,
  shownStatuses,
  type Transfer,
  tokenResources,
  transferStatuses,
  unitsOf,
} from "./transfer.ts";
/** @public Source and destination have the same format everywhere. */
export {
  BrandSchema,
  CodeSchema as ValueTypeSchema,
  MemoRequestSchema,
  MemoSchema,
  type RequestedEnd,
  type RequestedTransfer,
  readEnd as readTransferEnd,
} from "./transfer-request.ts";
export { InstructionsSchema, presentInstructions } from "./transfer-response.ts";
export {
  rerouted as transferReroutedType,
  reversed as transferReversedType,
  transferEventTypes,
} from "./transfer-update.ts";
