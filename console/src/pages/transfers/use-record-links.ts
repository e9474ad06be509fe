import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { useCan } from "../../session/use-me.ts";
import { useMaybeWorkspace, type Workspace } from "../../workspace/use-workspace.ts";
import { type RecordLinks, recordLinks } from "./record-links.ts";

/** Links from a transfer to its records, as far as the user may open them. */
export function useRecordLinks(accountId: string | undefined): RecordLinks {
  const workspace = useMaybeWorkspace();
  const mayReadBankFiles = useCan("rails.read");
  const subscriberOf = useSubscribers(workspace, accountId);
  return recordLinks({ workspace, mayReadBankFiles, accountId, subscriberOf });
}

const manySubscriptions = 100;
const staleMs = 60_000;

/** An event goes to the account and to its managing account, so a subscription belongs to one or the other. */
function useSubscribers(workspace: Workspace | undefined, accountId: string | undefined) {
  const { data } = useQuery({
    queryKey: ["webhooks", workspace?.tenantId, workspace?.network, accountId, "ids"],
    queryFn: async ({ signal }) => {
      const { subscriptions } = await get(
        "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks",
        {
          params: {
            path: {
              tenant_id: workspace?.tenantId ?? "",
              network: workspace?.network ?? "",
              account_id: accountId ?? "",
            },
            query: { "page[size]": manySubscriptions },
          },
          signal,
        },
      );
      return subscriptions.map(({ id }) => id);
    },
    enabled:
      workspace?.can("webhooks:read") === true && accountId !== undefined && accountId !== workspace.tenantId,
    staleTime: staleMs,
  });
  return (subscriptionId: string): string | undefined => {
    if (accountId === workspace?.tenantId) return accountId;
    if (data === undefined) return undefined;
    return data.includes(subscriptionId) ? accountId : workspace?.tenantId;
  };
}
