import { Button, type ButtonProps, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { isCanceled } from "../api/client.ts";
import { FormFooter } from "./form-footer.tsx";

const maxReasonLength = 500;

interface ConfirmButtonProps {
  readonly label: string;
  readonly title: string;
  /** The effect, and whether it can be undone. */
  readonly explain: ReactNode;
  readonly danger?: boolean;
  /** Requires a reason. */
  readonly withReason?: boolean;
  /** If set, the button is disabled and shows this as its tooltip. */
  readonly disabledReason?: string | undefined;
  /** Label of the button that closes the dialog without any effect. */
  readonly dismissLabel?: string;
  readonly icon?: ReactNode;
  readonly size?: ButtonProps["size"];
  readonly variant?: ButtonProps["variant"];
  /** If this rejects, the dialog stays open and shows the error. */
  readonly onConfirm: (reason: string) => Promise<unknown> | undefined;
}

/** A button with a confirmation dialog. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, danger = false, disabledReason, icon, size = "sm" } = props;
  const { variant = danger ? "outline" : "default" } = props;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant={variant}
        size={size}
        {...(danger ? { color: "red" } : {})}
        leftSection={icon}
        onClick={open}
        disabled={disabledReason !== undefined}
        title={disabledReason}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={props.title} centered>
        <ConfirmForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

function ConfirmForm({
  label,
  explain,
  danger = false,
  withReason = false,
  dismissLabel = "Cancel",
  onConfirm,
  onClose,
}: ConfirmButtonProps & { readonly onClose: () => void }) {
  const [reason, setReason] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const confirm = async () => {
    setIsBusy(true);
    setError(undefined);
    try {
      await onConfirm(reason.trim());
      onClose();
    } catch (thrown) {
      if (!isCanceled(thrown)) setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Stack gap="md">
        <Text component="div" size="sm">
          {explain}
        </Text>
        {withReason ? (
          <Textarea
            label="Reason"
            description="Recorded in the audit log."
            required
            maxLength={maxReasonLength}
            autosize
            minRows={2}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : null}
        <FormFooter {...{ label, isBusy, error, danger }} cancelLabel={dismissLabel} onCancel={onClose} />
      </Stack>
    </form>
  );
}
