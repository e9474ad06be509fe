import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { isNetwork, type Network } from "../../workspace/network.ts";

interface TenantChoice {
  /** Empty until a tenant is selected. */
  readonly tenantId: string;
  readonly network: Network;
  readonly onTenant: (tenantId: string) => void;
  readonly onNetwork: (network: Network) => void;
}

/** Tenant and network of a page, kept in the URL. */
export function useTenantChoice(): TenantChoice {
  const [{ tenant, network }, setFilters] = useUrlFilters({ tenant: "", network: "testnet" });
  return {
    tenantId: tenant,
    network: isNetwork(network) ? network : "testnet",
    onTenant: (tenantId) => setFilters({ tenant: tenantId }),
    onNetwork: (chosen) => setFilters({ network: chosen }),
  };
}
