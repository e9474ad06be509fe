import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { accountRecordRoute } from "./account-record.ts";
import { addressOwnerRoute } from "./address-owner.ts";
import { searchAccountsRoute } from "./search-accounts.ts";

/** What the console shows of the accounts of a workspace beyond what the API shows of them. */
export function accountRecordRoutes(deps: ConsoleDeps): readonly Route[] {
  return [searchAccountsRoute(deps), accountRecordRoute(deps), addressOwnerRoute(deps)];
}
