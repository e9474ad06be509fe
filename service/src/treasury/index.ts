/** @public Who exchanges tokens of others needs the treasury's address. */
export { type EnsureTreasuryDeps, ensureTreasury } from "./ensure-treasury.ts";
export { findTreasury } from "./find-treasury.ts";
export { fundLocalTreasury } from "./fund-local-treasury.ts";
export { requireFundingAccount } from "./funding-account.ts";
/** @public For the composition root, where chains and bank are on this machine. */
export { enqueueLocalFunding, type LocalFundingDeps, localFundingJob } from "./local-funding-job.ts";
/** @public For the composition root: the owner of payments named `treasury`. */
export { createTreasuryOwner } from "./payment-owner.ts";
export { showTreasury } from "./show-treasury.ts";
/** @public The accounts of the ledger that transfers exchange with. */
export { type TreasuryPlace, type TreasuryScope, treasuryDollars, treasuryTokens } from "./treasury.ts";
export { withdrawDollars } from "./withdraw-dollars.ts";
export type { Withdrawal, WithdrawalRail } from "./withdrawal.ts";
