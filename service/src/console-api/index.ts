import type { Route } from "../http/route.ts";
import { accountRecordRoutes } from "./accounts/routes.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { developerRoutes } from "./developers/routes.ts";
import { heldRoutes } from "./held/routes.ts";
import { homeRoutes } from "./home/routes.ts";
import { ledgerRoutes } from "./ledger/routes.ts";
import { limitRoutes } from "./limits/routes.ts";
import { operationRoutes } from "./operations/routes.ts";
import { railRoutes } from "./rails/routes.ts";
import { reviewRoutes } from "./reviews/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { suspenseRoutes } from "./suspense/routes.ts";
import { tenantRoutes } from "./tenants/routes.ts";
import { tokenRoutes } from "./tokens/routes.ts";
import { workspaceTransferRoutes } from "./transfers/routes.ts";
import { treasuryRoutes } from "./treasury/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { mountApi } from "./workspace/mount-api.ts";

export type { ConsoleDeps } from "./console-deps.ts";
export type { SeenChain } from "./operations/seen-chain.ts";

/** All console endpoints: its own, and those of the API mounted for users. */
export function consoleRoutes(deps: ConsoleDeps, apiRoutes: readonly Route[]): readonly Route[] {
  return [
    ...userRoutes(deps),
    ...homeRoutes(deps),
    ...tenantRoutes(deps),
    ...accountRecordRoutes(deps),
    ...reviewRoutes(deps),
    ...workspaceTransferRoutes(deps),
    ...heldRoutes(deps),
    ...suspenseRoutes(deps),
    ...tokenRoutes(deps),
    ...developerRoutes(deps),
    ...limitRoutes(deps),
    ...treasuryRoutes(deps),
    ...railRoutes(deps),
    ...ledgerRoutes(deps),
    ...operationRoutes(deps),
    ...searchRoutes(deps),
    ...mountApi(apiRoutes),
  ];
}
