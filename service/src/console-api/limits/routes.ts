import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { feeRoutes } from "./fee-routes.ts";
import { limitChangeRoutes } from "./limit-routes.ts";
import { termsRoutes } from "./terms-routes.ts";

/** Transfer limits and fees of a tenant. */
export function limitRoutes(deps: ConsoleDeps): readonly Route[] {
  return [...termsRoutes(deps), ...limitChangeRoutes(deps), ...feeRoutes(deps)];
}
