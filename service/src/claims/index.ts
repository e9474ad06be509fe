export { createOffsetsOwner } from "./chain-owner.ts";
export { type Claim, claimStatuses, type Settlement } from "./claim.ts";
export { ClaimSchema, presentClaim, presentSettlement, SettlementSchema } from "./claim-response.ts";
export { compareClaims } from "./compare-claims.ts";
export { offsetClaim } from "./offset-claim.ts";
export { type ClaimsDeps, type NewClaim, openClaims } from "./open-claims.ts";
export {
  claimsOwnerName,
  createClaimsOwner,
  lockMatchedClaim,
  requireRepaymentAccount,
} from "./payment-owner.ts";
export { setOffClaims } from "./set-off-claims.ts";
export {
  repayClaim,
  type SettleClaim,
  writeOffClaim,
  writeOffSources,
} from "./settle-claim.ts";
export {
  type ClaimFilter,
  type ClaimsOfAge,
  claimList,
  claimView,
  measureClaims,
  openClaimQueue,
  selectClaim as findClaim,
  selectClaimAges as listClaimAges,
  selectClaimsOfPayments as findClaimsOfPayments,
  selectDebtors as findDebtors,
  selectSettlements as listSettlements,
  sumClaimsOfToken,
} from "./store.ts";
