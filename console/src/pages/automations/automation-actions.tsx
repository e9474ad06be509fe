import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { Automation } from "./automation.ts";
import { ChangeAutomation } from "./change-automation.tsx";
import { useChangeAutomation } from "./use-change-automation.ts";

interface AutomationActionsProps {
  readonly accountId: string;
  readonly automation: Automation;
}

/** Edits, activates, deactivates and archives an automation. */
export function AutomationActions({ accountId, automation }: AutomationActionsProps) {
  const { can } = useWorkspace();
  const change = useChangeAutomation(accountId, automation.id);
  const { status } = automation;
  if (status === "archived") return null;
  const disabledReason = can("automations:write") ? undefined : "Your role can't edit automations here.";
  const to = (next: "active" | "disabled" | "archived", message: string) => async () => {
    await change({ status: next });
    toastSuccess(message);
  };
  return (
    <>
      <DialogButton label="Edit" title="Edit automation" disabledReason={disabledReason}>
        {(close) => <ChangeAutomation accountId={accountId} automation={automation} onDone={close} />}
      </DialogButton>
      {status === "disabled" ? (
        <ConfirmButton
          label="Activate"
          title="Activate automation?"
          explain="Incoming funds are forwarded to the destination from now on."
          disabledReason={disabledReason}
          onConfirm={to("active", "Automation activated.")}
        />
      ) : (
        <ConfirmButton
          label="Deactivate"
          title="Deactivate automation?"
          explain="Incoming funds are no longer forwarded automatically. You can activate it again."
          disabledReason={disabledReason}
          onConfirm={to("disabled", "Automation deactivated.")}
        />
      )}
      <ConfirmButton
        label="Archive"
        title="Archive automation?"
        explain="This is permanent: the automation can't be activated again, and payers must stop sending funds to it."
        danger
        disabledReason={disabledReason}
        onConfirm={to("archived", "Automation archived.")}
      />
    </>
  );
}
