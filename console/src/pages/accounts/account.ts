import { get, type ResponseBody } from "../../api/client.ts";
import type { ListPlace } from "../../kit/list/use-list-place.tsx";
import type { Workspace } from "../../workspace/use-workspace.ts";

const base = "/console/api/workspaces/{tenant_id}/{network}";

export type AccountRecord = ResponseBody<`${typeof base}/account-records/{account_id}`>;
export type FoundAccount = ResponseBody<`${typeof base}/account-records`>["accounts"][number];
export type AccountAuditEntry = ResponseBody<`${typeof base}/audit`>["entries"][number];

const latestEntries = 100;

type QueryContext = { readonly signal: AbortSignal };

export function accountRecordQuery({ params }: Pick<Workspace, "params">, accountId: string) {
  return {
    queryKey: ["accounts", params, "record", accountId],
    queryFn: ({ signal }: QueryContext) =>
      get(`${base}/account-records/{account_id}`, {
        params: { path: { ...params, account_id: accountId } },
        signal,
      }),
  };
}

export function accountAuditQuery({ params }: Pick<Workspace, "params">, accountId: string) {
  return {
    queryKey: ["accounts", params, "audit", accountId],
    queryFn: ({ signal }: QueryContext) =>
      get(`${base}/audit`, {
        params: { path: params, query: { account_id: accountId, "page[size]": latestEntries } },
        signal,
      }),
  };
}

export const accountStatuses = ["pending", "complete", "rejected"] as const;

interface AccountSearch extends Partial<ListPlace> {
  readonly search?: string | undefined;
  readonly status?: (typeof accountStatuses)[number] | undefined;
  readonly "page[size]"?: number | undefined;
}

export function accountSearchQuery({ params }: Pick<Workspace, "params">, query: AccountSearch) {
  return {
    queryKey: ["accounts", params, "search", query],
    queryFn: ({ signal }: QueryContext) =>
      get(`${base}/account-records`, { params: { path: params, query }, signal }),
  };
}
