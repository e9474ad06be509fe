import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { isNetwork, type Network } from "../../workspace/network.ts";

interface TenantChoice {
  /** Empty until a tenant is selected. */
  readonly tenantId: string;
  readonly network: Network;
  readonly onTenant: (tenantId: string) => void;
  readonly onNetwork: (network: Network) => void;
}

/** In browser storage, so that the next page has the same tenant. */
const storageKey = "florin.tenant";

/** Tenant and network of a page, kept in the URL; at first the tenant that was chosen last. */
export function useTenantChoice(): TenantChoice {
  const [{ tenant, network }, setFilters] = useUrlFilters({ tenant: "", network: "testnet" });
  return {
    tenantId: tenant === "" ? (localStorage.getItem(storageKey) ?? "") : tenant,
    network: isNetwork(network) ? network : "testnet",
    onTenant: (tenantId) => {
      localStorage.setItem(storageKey, tenantId);
      setFilters({ tenant: tenantId });
    },
    onNetwork: (chosen) => setFilters({ network: chosen }),
  };
}
