import { useQueryClient } from "@tanstack/react-query";
import { send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { WorkspaceTransfer } from "./transfer.ts";

/** Takes a pending transfer back, as long as nothing of it was sent anywhere. */
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
    toastSuccess("The transfer is canceled.");
    await queryClient.invalidateQueries({ queryKey: ["transfer-timeline"] });
  };
  return (
    <ConfirmButton
      label="Cancel transfer"
      title="Cancel this transfer?"
      explain="Nothing of it will be done, and what was set aside for it is free again. This is refused once something was sent to a bank or a chain."
      danger
      dismissLabel="Keep the transfer"
      disabledReason={can("transfers:write") ? undefined : "Your role does not move money in this workspace."}
      onConfirm={cancel}
    />
  );
}
