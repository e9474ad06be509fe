import { type Answered, get } from "../../api/client.ts";
import type { Workspace } from "../../workspace/use-workspace.ts";

const base = "/console/api/workspaces/{tenant_id}/{network}";

export type AccountRecord = Answered<`${typeof base}/account-records/{account_id}`>;
export type FoundAccount = Answered<`${typeof base}/account-records`>["accounts"][number];
export type AccountAuditEntry = Answered<`${typeof base}/audit`>["entries"][number];

const latestEntries = 100;

type Asked = { readonly signal: AbortSignal };

export function accountRecordQuery({ params }: Pick<Workspace, "params">, accountId: string) {
  return {
    queryKey: ["accounts", params, "record", accountId],
    queryFn: ({ signal }: Asked) =>
      get(`${base}/account-records/{account_id}`, {
        params: { path: { ...params, account_id: accountId } },
        signal,
      }),
  };
}

export function accountAuditQuery({ params }: Pick<Workspace, "params">, accountId: string) {
  return {
    queryKey: ["accounts", params, "audit", accountId],
    queryFn: ({ signal }: Asked) =>
      get(`${base}/audit`, {
        params: { path: params, query: { account_id: accountId, "page[size]": latestEntries } },
        signal,
      }),
  };
}

export const accountStatuses = ["pending", "complete", "rejected"] as const;

interface AccountSearch {
  readonly search?: string | undefined;
  readonly status?: (typeof accountStatuses)[number] | undefined;
  readonly "page[after]"?: string | undefined;
  readonly "page[before]"?: string | undefined;
  readonly "page[size]"?: number | undefined;
}

export function accountSearchQuery({ params }: Pick<Workspace, "params">, query: AccountSearch) {
  return {
    queryKey: ["accounts", params, "search", query],
    queryFn: ({ signal }: Asked) =>
      get(`${base}/account-records`, { params: { path: params, query }, signal }),
  };
}
