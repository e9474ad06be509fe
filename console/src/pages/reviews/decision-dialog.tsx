import { type ReactNode, useState } from "react";
import { DialogButton, type DialogButtonProps } from "../../kit/dialog-button.tsx";
import { Form } from "../../kit/form.tsx";
import type { Review } from "./review.ts";

interface DecisionDialogProps extends Omit<DialogButtonProps, "children"> {
  readonly review: Review;
  /** Form fields. */
  readonly children: ReactNode;
  /** If this rejects, the dialog stays open and shows the error. */
  readonly onDecide: (seen: Review) => Promise<void>;
}

/** Button and dialog for a decision. */
export function DecisionDialog(props: DecisionDialogProps) {
  return <DialogButton {...props}>{(close) => <DecisionForm {...props} onClose={close} />}</DialogButton>;
}

function DecisionForm({
  label,
  danger = false,
  review,
  children,
  onDecide,
  onClose,
}: DecisionDialogProps & { readonly onClose: () => void }) {
  // The revision shown when the dialog was opened: the reviewer has not seen later changes.
  const [seen] = useState(review);
  return (
    <Form label={label} danger={danger} onSubmit={() => onDecide(seen).then(onClose)} onCancel={onClose}>
      {children}
    </Form>
  );
}
