import { Text, Textarea } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { DialogButton, type DialogButtonProps } from "./dialog-button.tsx";
import { Form } from "./form.tsx";

interface ConfirmButtonProps extends Omit<DialogButtonProps, "children"> {
  /** The effect, and whether it can be undone. */
  readonly explain: ReactNode;
  /** Requires a reason of at most this length. */
  readonly reasonLength?: number;
  /** Label of the button that closes the dialog without any effect. */
  readonly dismissLabel?: string;
  /** If this rejects, the dialog stays open and shows the error. */
  readonly onConfirm: (reason: string) => Promise<unknown> | undefined;
}

/** A button with a confirmation dialog. */
export function ConfirmButton(props: ConfirmButtonProps) {
  return <DialogButton {...props}>{(close) => <ConfirmForm {...props} onClose={close} />}</DialogButton>;
}

function ConfirmForm({
  label,
  explain,
  danger = false,
  reasonLength,
  dismissLabel = "Cancel",
  onConfirm,
  onClose,
}: ConfirmButtonProps & { readonly onClose: () => void }) {
  const [reason, setReason] = useState("");
  const confirm = async () => {
    await onConfirm(reason.trim());
    onClose();
  };
  return (
    <Form label={label} danger={danger} cancelLabel={dismissLabel} onSubmit={confirm} onCancel={onClose}>
      <Text component="div" size="sm">
        {explain}
      </Text>
      {reasonLength === undefined ? null : (
        <Textarea
          label="Reason"
          description="Recorded in the audit log."
          required
          maxLength={reasonLength}
          autosize
          minRows={2}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </Form>
  );
}
