import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { splitPath } from "../../kit/split-path.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { addressKeys } from "./address.ts";

/** Confirms a new address with a toast and opens its page. */
export function useAddressCreated(): (addressId: string, message: string) => Promise<void> {
  const link = useWorkspaceLink();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (addressId, message) => {
    toastSuccess(message);
    await queryClient.invalidateQueries({ queryKey: addressKeys });
    await navigate(splitPath(link("addresses", addressId)));
  };
}
