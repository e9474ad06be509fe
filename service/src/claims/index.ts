export type { Claim } from "./claim.ts";
export { compareClaims } from "./compare-claims.ts";
export { type ClaimsDeps, type NewClaim, openClaims } from "./open-claims.ts";
export { setOffClaims } from "./set-off-claims.ts";
export { measureClaims, selectDebtors as findDebtors } from "./store.ts";
