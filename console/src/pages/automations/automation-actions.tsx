import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { Automation } from "./automation.ts";
import { ChangeAutomation } from "./change-automation.tsx";
import { useChangeAutomation } from "./use-change-automation.ts";

interface AutomationActionsProps {
  readonly accountId: string;
  readonly automation: Automation;
}

/** Changes an automation, switches it off and on, and ends it. */
export function AutomationActions({ accountId, automation }: AutomationActionsProps) {
  const { can } = useWorkspace();
  const [isOpen, { open, close }] = useDisclosure(false);
  const change = useChangeAutomation(accountId, automation.id);
  const { status } = automation;
  if (status === "archived") return null;
  const disabledReason = can("automations:write") ? undefined : "Your role does not change automations here.";
  const to = (next: "active" | "disabled" | "archived", said: string) => async () => {
    await change({ status: next });
    toastSuccess(said);
  };
  return (
    <>
      <Button variant="default" onClick={open} disabled={disabledReason !== undefined} title={disabledReason}>
        Change
      </Button>
      <Modal opened={isOpen} onClose={close} title="Change the automation" centered>
        <ChangeAutomation accountId={accountId} automation={automation} onDone={close} />
      </Modal>
      {status === "disabled" ? (
        <ConfirmButton
          label="Activate"
          title="Activate the automation again?"
          explain="What comes from now on goes on to the destination."
          disabledReason={disabledReason}
          onConfirm={to("active", "The automation is active.")}
        />
      ) : (
        <ConfirmButton
          label="Deactivate"
          title="Deactivate the automation?"
          explain="What comes meanwhile does not go on by itself. It can be activated again."
          disabledReason={disabledReason}
          onConfirm={to("disabled", "The automation is deactivated.")}
        />
      )}
      <ConfirmButton
        label="Archive"
        title="Archive the automation?"
        explain="It ends for good: it cannot be activated again, and nobody should send to it any more."
        danger
        disabledReason={disabledReason}
        onConfirm={to("archived", "The automation is archived.")}
      />
    </>
  );
}
