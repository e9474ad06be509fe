import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Send } from "lucide-react";
import { type ResponseBody, send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useCan } from "../../session/use-me.ts";

type BankFile = ResponseBody<"/console/api/rails/files/{file_id}">["file"];

/** Actions on a file: reprocess a quarantined one, resend a sent one. */
export function FileActions({ file }: { readonly file: BankFile }) {
  const mayDecide = useCan("rails.decide");
  const queryClient = useQueryClient();
  const disabledReason = mayDecide ? undefined : "Your role has read-only access to rails.";
  const params = { path: { file_id: file.id } };
  const done = async (message: string) => {
    toastSuccess(message);
    await queryClient.invalidateQueries({ queryKey: ["rails"] });
  };
  if (file.state === "quarantined") {
    return (
      <ConfirmButton
        label="Reprocess"
        title="Reprocess file"
        icon={<RotateCcw size={16} aria-hidden />}
        disabledReason={disabledReason}
        explain="Use this after the cause is fixed. If the file still can't be parsed, it returns to quarantine and nothing is applied."
        onConfirm={async () => {
          await send("post", "/console/api/rails/files/{file_id}/reread", { params });
          await done("File queued for reprocessing.");
        }}
      />
    );
  }
  if (file.direction !== "out" || file.state !== "sent") return null;
  return (
    <ConfirmButton
      label="Resend"
      title="Resend file"
      danger
      icon={<Send size={16} aria-hidden />}
      disabledReason={disabledReason}
      explain="Only if the bank never received the file. It is sent with the same name and content. Refused if the bank has reported on any of its payments."
      onConfirm={async () => {
        await send("post", "/console/api/rails/files/{file_id}/requeue", { params });
        await done("File queued for resending.");
      }}
    />
  );
}
