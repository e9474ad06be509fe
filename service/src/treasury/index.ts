/** @public For modules that exchange third-party tokens with the treasury. */
export { type EnsureTreasuryDeps, ensureTreasury } from "./ensure-treasury.ts";
export { findTreasury } from "./find-treasury.ts";
export { fundLocalTreasury } from "./fund-local-treasury.ts";
export { requireFundingAccount } from "./funding-account.ts";
/** @public For the composition root, with local chains and a sandbox bank. */
export { enqueueLocalFunding, type LocalFundingDeps, localFundingJob } from "./local-funding-job.ts";
/** @public For the composition root: the owners of payments and chain operations named `treasury`. */
export { createTreasuryChainOwner, createTreasuryOwner } from "./payment-owner.ts";
export { showTreasury } from "./show-treasury.ts";
export { withdrawalView } from "./store.ts";
/** @public Ledger accounts that transfers exchange with. */
export { type TreasuryPlace, type TreasuryScope, treasuryDollars, treasuryTokens } from "./treasury.ts";
export {
  presentTreasury,
  presentTreasuryInstructions,
  presentWithdrawal,
  type TreasuryInstructions,
  TreasuryInstructionsSchema,
  TreasurySchema,
  type TreasuryView,
  WithdrawalSchema,
} from "./treasury-response.ts";
export { withdrawDollars, withdrawTokens } from "./withdraw.ts";
export { type Withdrawal, withdrawalSources } from "./withdrawal.ts";
export type { WithdrawalLimits } from "./withdrawal-limits.ts";
