export type { Account, ManagedAccount, ManagingAccount } from "./account.ts";
export { createManagingAccount, type NewManagingAccount } from "./create-managing-account.ts";
export { listManagingAccounts } from "./list-accounts.ts";
export { type AccountRouteDeps, accountRoutes } from "./routes.ts";
export { selectAccount as findAccount } from "./store.ts";
export { findVisibleAccount, requireVisibleAccount } from "./visible-account.ts";
