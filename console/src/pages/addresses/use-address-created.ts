import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { splitPath } from "../../kit/split-path.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { addressKeys } from "./address.ts";

/** What follows when an address was added: it is said, and shown. */
export function useAddressCreated(): (addressId: string, said: string) => Promise<void> {
  const link = useWorkspaceLink();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (addressId, said) => {
    toastSuccess(said);
    await queryClient.invalidateQueries({ queryKey: addressKeys });
    await navigate(splitPath(link("addresses", addressId)));
  };
}
