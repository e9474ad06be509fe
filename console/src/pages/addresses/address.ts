import { get, type ResponseBody } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import type { ListPlace } from "../../kit/list/use-list-place.tsx";
import type { Workspace } from "../../workspace/use-workspace.ts";

const base = "/console/api/workspaces/{tenant_id}/{network}";

export type AddressItem = components["schemas"]["AddressItem"];
export type Address = components["schemas"]["Address"];
export type Balance = ResponseBody<`${typeof base}/accounts/{account_id}/balances`>["balances"][number];
export type NewExternalAddress = components["schemas"]["CreateExternalAddressRequest"];
/** A chain in the request for a custodial address. */
export type ChainType = components["schemas"]["CreateInternalAddressRequest"]["transfer_types"][number];
export type TransferType = NewExternalAddress["transfer_types"][number];

type QueryContext = { readonly signal: AbortSignal };
type Params = Pick<Workspace, "params">;

/** Query key prefix of all address and balance queries, for invalidation after a change. */
export const addressKeys = ["addresses"];

interface AddressFilter extends Partial<ListPlace> {
  readonly type?: AddressItem["type"] | undefined;
}

export function addressListQuery({ params }: Params, accountId: string, filter: AddressFilter) {
  return {
    queryKey: [...addressKeys, params, "list", accountId, filter],
    queryFn: ({ signal }: QueryContext) =>
      get(`${base}/accounts/{account_id}/addresses`, {
        params: { path: { ...params, account_id: accountId }, query: { "page[size]": pageSize, ...filter } },
        signal,
      }),
  };
}

const pageSize = 25;

export function balancesQuery({ params }: Params, accountId: string) {
  return {
    queryKey: [...addressKeys, params, "balances", accountId],
    queryFn: ({ signal }: QueryContext) =>
      get(`${base}/accounts/{account_id}/balances`, {
        params: { path: { ...params, account_id: accountId } },
        signal,
      }),
  };
}

/** An address, with the account that it belongs to. */
export function addressQuery({ params }: Params, addressId: string) {
  return {
    queryKey: [...addressKeys, params, "one", addressId],
    queryFn: async ({ signal }: QueryContext) => {
      const owner = await get(`${base}/address-records/{address_id}`, {
        params: { path: { ...params, address_id: addressId } },
        signal,
      });
      const address = await get(`${base}/accounts/{account_id}/addresses/{address_id}`, {
        params: { path: { ...params, account_id: owner.account_id, address_id: addressId } },
        signal,
      });
      return { owner, address };
    },
  };
}
