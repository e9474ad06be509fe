import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { accountRecordRoute } from "./account-record.ts";
import { addressOwnerRoute } from "./address-owner.ts";
import { searchAccountsRoute } from "./search-accounts.ts";

/** Endpoints for the accounts of a workspace that the API doesn't have. */
export function accountRecordRoutes(deps: ConsoleDeps): readonly Route[] {
  return [searchAccountsRoute(deps), accountRecordRoute(deps), addressOwnerRoute(deps)];
}
