import type { Route } from "../http/route.ts";
import type { ReadInFlight } from "./reconciliation/in-flight.ts";
import { createChainSupplyReader, type SupplyChains } from "./reserves/chain-supply.ts";
import { reservesRoutes } from "./reserves/routes.ts";
import { type CatalogueRouteDeps, catalogueRoutes } from "./routes.ts";

export type TokenRouteDeps = CatalogueRouteDeps & {
  readonly chains: SupplyChains;
  readonly readInFlight: ReadInFlight;
  /** How long a chain may take to tell a supply. */
  readonly supplyTimeoutMs?: number;
};

/** The catalogue, the issuance and the reserves. */
export function tokenRoutes(deps: TokenRouteDeps): readonly Route[] {
  const { chains, clock, supplyTimeoutMs: timeoutMs } = deps;
  const limits = timeoutMs === undefined ? {} : { timeoutMs };
  const readChainSupply = createChainSupplyReader({ chains, clock, ...limits });
  return [...catalogueRoutes(deps), ...reservesRoutes({ ...deps, readChainSupply })];
}
