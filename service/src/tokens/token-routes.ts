import type { Route } from "../http/route.ts";
import type { ReadInFlight } from "./reconciliation/in-flight.ts";
import { createChainSupplyReader, type SupplyChains } from "./reserves/chain-supply.ts";
import { reservesRoutes } from "./reserves/routes.ts";
import { type CatalogueRouteDeps, catalogueRoutes } from "./routes.ts";

export type TokenRouteDeps = CatalogueRouteDeps & {
  readonly chains: SupplyChains;
  readonly readInFlight: ReadInFlight;
  /** Timeout for reading a supply from a chain. */
  readonly supplyTimeoutMs?: number;
};

/** Catalog, issuance and reserves. */
export function tokenRoutes(deps: TokenRouteDeps): readonly Route[] {
  const { chains, clock, supplyTimeoutMs: timeoutMs } = deps;
  const limits = timeoutMs === undefined ? {} : { timeoutMs };
  const readChainSupply = createChainSupplyReader({ chains, clock, ...limits });
  return [...catalogueRoutes(deps), ...reservesRoutes({ ...deps, readChainSupply })];
}
