import type { ReactNode } from "react";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { Form } from "../../kit/form.tsx";
import { useCan } from "../../session/use-me.ts";

interface TermDialogProps {
  readonly label: string;
  /** Form fields. */
  readonly children: ReactNode;
  /** The dialog stays open, and shows the error, when this rejects. */
  readonly onSave: () => Promise<void>;
}

/** Button and dialog that set a limit or fee. */
export function TermDialog({ label, children, onSave }: TermDialogProps) {
  const disabledReason = useCan("limits.write") ? undefined : "Your role can't change limits and fees.";
  return (
    <DialogButton label={label} title={label} size="xs" disabledReason={disabledReason}>
      {(close) => (
        <Form label="Save" onSubmit={() => onSave().then(close)} onCancel={close}>
          {children}
        </Form>
      )}
    </DialogButton>
  );
}
