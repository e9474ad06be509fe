import { useQueryClient } from "@tanstack/react-query";
import { send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { WorkspaceTransfer } from "./transfer.ts";

/** Cancels a pending transfer, as long as nothing has been sent to a bank or a chain. */
export function CancelButton({ transfer }: { readonly transfer: WorkspaceTransfer }) {
  const { params, can } = useWorkspace();
  const queryClient = useQueryClient();
  if (transfer.status !== "pending") return null;
  const cancel = async () => {
    await send(
      "post",
      "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/transfers/{transfer_id}/cancel",
      { params: { path: { ...params, account_id: transfer.account_id, transfer_id: transfer.id } } },
    );
    toastSuccess("Transfer canceled.");
    await queryClient.invalidateQueries({ queryKey: ["transfer-timeline"] });
  };
  return (
    <ConfirmButton
      label="Cancel transfer"
      title="Cancel this transfer?"
      explain="The transfer stops and its hold is released. You can't cancel once something was sent to a bank or a chain."
      danger
      dismissLabel="Keep transfer"
      disabledReason={
        can("transfers:write") ? undefined : "Your role can't cancel transfers in this workspace."
      }
      onConfirm={cancel}
    />
  );
}
