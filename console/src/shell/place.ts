import type { PageArea } from "../page-route.ts";
import { isNetwork, type Network } from "../workspace/network.ts";

type Names = Readonly<Record<string, unknown>>;

interface Address {
  readonly pathname: string;
  readonly params: Names;
  readonly search: Names;
}

/** Location in the console, derived from the page's address. */
export interface Place {
  readonly pathname: string;
  readonly area: PageArea;
  readonly tenantId: string | undefined;
  readonly network: Network | undefined;
}

/** The network comes from the path; operations pages can also have it in the query. */
export function placeOf({ pathname, params, search }: Address): Place {
  const area = areaOf(pathname);
  const { tenantId } = params;
  const chosen = area === "operations" ? search["network"] : undefined;
  const network = params["network"] ?? chosen;
  return {
    pathname,
    area,
    tenantId: typeof tenantId === "string" ? tenantId : undefined,
    network: isNetwork(network) ? network : undefined,
  };
}

function areaOf(pathname: string): PageArea {
  if (pathname === "/w" || pathname.startsWith("/w/")) return "workspace";
  return pathname === "/ops" || pathname.startsWith("/ops/") ? "operations" : "me";
}
