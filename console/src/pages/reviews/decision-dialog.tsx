import { Button, type ButtonProps, Modal, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { isCanceled } from "../../api/client.ts";
import { FormFooter } from "../../kit/form-footer.tsx";
import type { Review } from "./review.ts";

interface DecisionDialogProps {
  readonly label: string;
  readonly title: string;
  readonly review: Review;
  readonly color?: ButtonProps["color"];
  readonly size?: ButtonProps["size"];
  readonly variant?: ButtonProps["variant"];
  /** If set, the button is disabled and shows this as its tooltip. */
  readonly disabledReason: string | undefined;
  /** Form fields. */
  readonly children: ReactNode;
  /** If this rejects, the dialog stays open and shows the error. */
  readonly onDecide: (seen: Review) => Promise<void>;
}

/**
 * Button and dialog for a decision. It applies to the revision shown when the dialog was opened, because the reviewer
 * has not seen later changes.
 */
export function DecisionDialog(props: DecisionDialogProps) {
  const { label, title, review, color, variant, size, disabledReason } = props;
  const [seen, setSeen] = useState<Review>();
  const close = () => setSeen(undefined);
  return (
    <>
      <Button
        onClick={() => setSeen(review)}
        disabled={disabledReason !== undefined}
        title={disabledReason}
        {...(color === undefined ? {} : { color })}
        {...(variant === undefined ? {} : { variant })}
        {...(size === undefined ? {} : { size })}
      >
        {label}
      </Button>
      <Modal opened={seen !== undefined} onClose={close} title={title} centered>
        <DecisionForm {...props} seen={seen ?? review} onClose={close} />
      </Modal>
    </>
  );
}

function DecisionForm({
  label,
  color,
  children,
  onDecide,
  seen,
  onClose,
}: DecisionDialogProps & { readonly seen: Review; readonly onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const decide = async () => {
    setIsBusy(true);
    setError(undefined);
    try {
      await onDecide(seen);
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
        <FormFooter label={label} isBusy={isBusy} error={error} onCancel={onClose} danger={color === "red"} />
      </Stack>
    </form>
  );
}
