import { Button, type ButtonProps, Group, Modal, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { isCanceled } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";

interface DecisionDialogProps {
  readonly label: string;
  readonly title: string;
  readonly color?: ButtonProps["color"];
  readonly variant?: ButtonProps["variant"];
  /** Why it cannot be decided now. */
  readonly disabledReason: string | undefined;
  /** What the person fills in. */
  readonly children: ReactNode;
  /** The dialog stays open, and shows the error, when this rejects. */
  readonly onDecide: () => Promise<void>;
}

/** A button of the bar, and the dialog in which the decision is written down. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { label, title, color, variant, disabledReason } = props;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        onClick={open}
        disabled={disabledReason !== undefined}
        title={disabledReason}
        {...(color === undefined ? {} : { color })}
        {...(variant === undefined ? {} : { variant })}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} centered>
        <DecisionForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

function DecisionForm({
  label,
  color,
  children,
  onDecide,
  onClose,
}: DecisionDialogProps & { readonly onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const decide = async () => {
    setIsBusy(true);
    setError(undefined);
    try {
      await onDecide();
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
        void decide();
      }}
    >
      <Stack gap="md">
        {children}
        {error === undefined ? null : <ErrorNotice error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} {...(color === undefined ? {} : { color })}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
