export type { ManagingAccount } from "./account.ts";
export { createManagingAccount } from "./create-managing-account.ts";
export { listManagingAccounts } from "./list-accounts.ts";
export { accountRoutes } from "./routes.ts";
export { selectAccount as findAccount } from "./store.ts";
/** @public Every module with an `account_id` in its paths comes in through these. */
export { findVisibleAccount, requireVisibleAccount } from "./visible-account.ts";
