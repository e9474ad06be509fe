import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { send } from "../../api/client.ts";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { Form } from "../../kit/form.tsx";
import { PointerField } from "../../kit/pointer-field.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { usePointerForm } from "../../kit/use-pointer-form.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { AccountRecord } from "./account.ts";

interface RenameDialogProps {
  readonly account: AccountRecord;
}

/** Renames an account. A managed account is screened again under its new name. */
export function RenameDialog({ account }: RenameDialogProps) {
  const { can, network } = useWorkspace();
  const disabledReason = disabledReasonFor(account, can("accounts:write"), network);
  return (
    <DialogButton label="Rename" title={`Rename ${account.name}`} disabledReason={disabledReason}>
      {(close) => <RenameForm account={account} onClose={close} />}
    </DialogButton>
  );
}

function disabledReasonFor(
  { kind }: AccountRecord,
  isPermitted: boolean,
  network: string,
): string | undefined {
  if (!isPermitted) return "Your role can't edit accounts";
  return kind === "managing" && network === "testnet" ? "Rename your own account on mainnet" : undefined;
}

function RenameForm({ account, onClose }: RenameDialogProps & { readonly onClose: () => void }) {
  const { params } = useWorkspace();
  const queryClient = useQueryClient();
  const form = usePointerForm({ "/name": account.name });
  const rename = async () => {
    await send("patch", "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}", {
      params: { path: { ...params, account_id: account.id } },
      body: { name: (form.values["/name"] ?? "").trim() },
    });
    toastSuccess("Account renamed");
    await queryClient.invalidateQueries({ queryKey: ["accounts"] });
    onClose();
  };
  return (
    <Form form={form} label="Rename" onCancel={onClose} onSubmit={rename}>
      <PointerField form={form} pointer="/name" label="Name" />
      {account.kind === "managed" ? (
        <Text size="sm">The account is screened again under its new name.</Text>
      ) : null}
    </Form>
  );
}
