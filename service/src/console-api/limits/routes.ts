import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { feeRoutes } from "./fee-routes.ts";
import { limitChangeRoutes } from "./limit-routes.ts";
import { termsRoutes } from "./terms-routes.ts";

/** How much the accounts of a tenant may move, and what it costs them. */
export function limitRoutes(deps: ConsoleDeps): readonly Route[] {
  return [...termsRoutes(deps), ...limitChangeRoutes(deps), ...feeRoutes(deps)];
}
