import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { useWorkspace, type Workspace } from "../../workspace/use-workspace.ts";
import type { AccountAddress, AccountBalance, SupportedRoute } from "./transfer-draft.ts";

export interface TransferEnds {
  readonly routes: readonly SupportedRoute[] | undefined;
  readonly addresses: readonly AccountAddress[] | undefined;
  /** Undefined until they are loaded, and for users who may not see them. */
  readonly balances: readonly AccountBalance[] | undefined;
  /** The account has more addresses than are offered. */
  readonly hasMore: boolean;
  readonly error: unknown;
}

const addressesAtOnce = 100;
const maxPages = 10;

/** Routes, addresses and balances from which source and destination are selected. */
export function useTransferEnds(accountId: string): TransferEnds {
  const { params, can } = useWorkspace();
  const path = { ...params, account_id: accountId };
  const routes = useQuery({
    queryKey: ["routes", params],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/routes", { params: { path: params }, signal }),
    staleTime: 60_000,
  });
  const addresses = useQuery({
    queryKey: ["addresses", params, accountId],
    queryFn: ({ signal }) => listAddresses(path, signal),
  });
  const balances = useQuery({
    queryKey: ["balances", params, accountId],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/balances", {
        params: { path },
        signal,
      }),
    enabled: can("addresses:read"),
  });
  return {
    routes: routes.data?.routes,
    addresses: addresses.data?.addresses,
    balances: balances.data?.balances,
    hasMore: addresses.data?.hasMore ?? false,
    error: routes.error ?? addresses.error,
  };
}

type AccountPath = Workspace["params"] & { readonly account_id: string };

/** The address book of the account: all addresses, up to a limit. */
async function listAddresses(path: AccountPath, signal: AbortSignal) {
  const addresses: AccountAddress[] = [];
  let next: string | null | undefined;
  for (let page = 0; page < maxPages && next !== null; page += 1) {
    const found = await get("/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses", {
      params: { path, query: { "page[size]": addressesAtOnce, "page[after]": next } },
      signal,
    });
    addresses.push(...found.addresses);
    next = found.pagination?.next ?? null;
  }
  return { addresses, hasMore: next !== null };
}
