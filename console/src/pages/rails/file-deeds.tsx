import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Send } from "lucide-react";
import { type Answered, send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useCan } from "../../session/use-me.ts";

type BankFile = Answered<"/console/api/rails/files/{file_id}">["file"];

/** Reading a file of the quarantine again, or handing a sent one over again. */
export function FileDeeds({ file }: { readonly file: BankFile }) {
  const mayDecide = useCan("rails.decide");
  const queryClient = useQueryClient();
  const disabledReason = mayDecide ? undefined : "Your role may look at rails, and not decide.";
  const params = { path: { file_id: file.id } };
  const done = async (words: string) => {
    toastSuccess(words);
    await queryClient.invalidateQueries({ queryKey: ["rails"] });
  };
  if (file.state === "quarantined") {
    return (
      <ConfirmButton
        label="Read again"
        title="Read the file again"
        icon={<RotateCcw size={16} aria-hidden />}
        disabledReason={disabledReason}
        explain="Do this once what was in the way is mended. If it still cannot be read, it comes back to the quarantine, and nothing of it is applied."
        onConfirm={async () => {
          await send("post", "/console/api/rails/files/{file_id}/reread", { params });
          await done("The file will be read again.");
        }}
      />
    );
  }
  if (file.direction !== "out" || file.state !== "sent") return null;
  return (
    <ConfirmButton
      label="Hand over again"
      title="Hand the file over again"
      danger
      icon={<Send size={16} aria-hidden />}
      disabledReason={disabledReason}
      explain="Only for a file that the bank says it never got. It is sent under the same name and with the same bytes; a bank that has it refuses it."
      onConfirm={async () => {
        await send("post", "/console/api/rails/files/{file_id}/requeue", { params });
        await done("The file will be handed over again.");
      }}
    />
  );
}
