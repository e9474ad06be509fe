import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { isNetwork, type Network } from "../../workspace/network.ts";

interface TenantChoice {
  /** Empty until one was chosen. */
  readonly tenantId: string;
  readonly network: Network;
  readonly onTenant: (tenantId: string) => void;
  readonly onNetwork: (network: Network) => void;
}

/** Which tenant and network a page is about, kept in its address. */
export function useTenantChoice(): TenantChoice {
  const [{ tenant, network }, setFilters] = useUrlFilters({ tenant: "", network: "testnet" });
  return {
    tenantId: tenant,
    network: isNetwork(network) ? network : "testnet",
    onTenant: (tenantId) => setFilters({ tenant: tenantId }),
    onNetwork: (chosen) => setFilters({ network: chosen }),
  };
}
