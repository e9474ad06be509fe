import { useQueryClient } from "@tanstack/react-query";
import { send } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { addressKeys } from "./address.ts";
import type { AddressProps } from "./address-props.ts";

type Change = components["schemas"]["UpdateAddressRequest"];

/** Updates an address and confirms with a toast. */
export function useChangeAddress({
  accountId,
  address,
}: AddressProps): (change: Change, message: string) => Promise<void> {
  const { params } = useWorkspace();
  const queryClient = useQueryClient();
  return async (change, message) => {
    const path = "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses/{address_id}";
    await send("patch", path, {
      params: { path: { ...params, account_id: accountId, address_id: address.id } },
      body: change,
    });
    toastSuccess(message);
    await queryClient.invalidateQueries({ queryKey: addressKeys });
  };
}
