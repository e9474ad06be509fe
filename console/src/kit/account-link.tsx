import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { useWorkspace } from "../workspace/use-workspace.ts";
import { MaybeLink } from "./maybe-link.tsx";
import { useWorkspaceLink } from "./page-link.tsx";

/** An account by its name, linked to its page. */
export function AccountLink({ accountId }: { readonly accountId: string }) {
  const { params, can } = useWorkspace();
  const link = useWorkspaceLink();
  const mayRead = can("accounts:read");
  const { data } = useQuery({
    queryKey: ["account-name", params, accountId],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}", {
        params: { path: { ...params, account_id: accountId } },
        signal,
      }),
    enabled: mayRead,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <MaybeLink to={mayRead ? link("accounts", accountId) : undefined}>{data?.name ?? accountId}</MaybeLink>
  );
}
