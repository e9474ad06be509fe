/** @public Who makes transfers of their own accord: automations. */
export { type Acceptance, type AcceptTransfersDeps, acceptTransfers } from "./accept-transfers.ts";
export {
  selectAnyTransfers as findAnyTransfers,
  selectAwaiting as listAwaitingTransfers,
} from "./awaiting-store.ts";
export { transfersChainOwner } from "./chain-owner.ts";
/** @public Who makes transfers of their own accord asks beforehand whether they could go. */
export { checkRoute } from "./check-route.ts";
export { type CreateTransfersDeps, createTransfers } from "./create-transfers.ts";
export { type DecideDeps, rejectTransfer, releaseTransfer, restoreTransfer } from "./decide-held.ts";
export { expireTransfers } from "./expire-transfers.ts";
export type { Asked } from "./facts.ts";
export { removeFee, setFee } from "./fees/change-fees.ts";
export { feeFor } from "./fees/fee-cents.ts";
export { loadFees as listFees } from "./fees/store.ts";
export { type FeeFlow, feeFlows, type TransferFee } from "./fees/transfer-fee.ts";
export { type TransferJobsDeps, transferJobs } from "./jobs.ts";
export { removeLimit, setLimit } from "./limits/change-limits.ts";
export { showLimits, type UsedLimit } from "./limits/show-limits.ts";
export { selectLimits as listLimits } from "./limits/store.ts";
export { isLimitedBy, type TransferLimit } from "./limits/transfer-limit.ts";
export { collectTenantTransfers, listTenantTransfers } from "./list-tenant-transfers.ts";
export { createListings } from "./listings.ts";
export { transfersPaymentOwner } from "./payment-owner.ts";
export { type TransferRouteDeps, transferRoutes } from "./routes.ts";
export { readTransferSearch } from "./search-transfers.ts";
export { bankSimulationRoutes } from "./simulations/routes.ts";
export {
  countForPeople as countTransfersForPeople,
  selectAnyTransfer as findAnyTransfer,
  selectForPeople as listTransfersForPeople,
} from "./store.ts";
export type { TenantTransferFilters } from "./tenant-list-store.ts";
export { requireTenant } from "./term-scope.ts";
export { centsOf, failureTypes, flows, type Transfer, transferStatuses, unitsOf } from "./transfer.ts";
export { InstructionsSchema, presentInstructions } from "./transfer-answer.ts";
export { transferEventTypes } from "./transfer-event-types.ts";
/** @public Ends are named and read the same way everywhere. */
export {
  BrandSchema,
  CodeSchema as ValueTypeSchema,
  readEnd as readTransferEnd,
  type WantedEnd,
  type WantedTransfer,
} from "./transfer-request.ts";
