import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { useWorkspace } from "../workspace/use-workspace.ts";
import { MaybeLink } from "./maybe-link.tsx";
import { useWorkspaceLink } from "./page-link.tsx";

interface AddressLinkProps {
  readonly accountId: string;
  readonly addressId: string;
}

/** An address by its name, linked to its page. */
export function AddressLink({ accountId, addressId }: AddressLinkProps) {
  const { params, can } = useWorkspace();
  const link = useWorkspaceLink();
  const mayRead = can("addresses:read");
  const { data } = useQuery({
    queryKey: ["address-name", params, accountId, addressId],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses/{address_id}", {
        params: { path: { ...params, account_id: accountId, address_id: addressId } },
        signal,
      }),
    enabled: mayRead,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <MaybeLink to={mayRead ? link("addresses", addressId) : undefined}>{data?.name ?? addressId}</MaybeLink>
  );
}
