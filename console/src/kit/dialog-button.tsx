import { Button, type ButtonProps, Modal, type ModalProps } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";

export interface DialogButtonProps {
  readonly label: string;
  /** Title of the dialog. */
  readonly title: string;
  readonly danger?: boolean;
  /** If set, the button is disabled and shows this as its tooltip. */
  readonly disabledReason?: string | undefined;
  readonly icon?: ReactNode;
  readonly size?: ButtonProps["size"];
  readonly variant?: ButtonProps["variant"];
  readonly color?: ButtonProps["color"];
  /** Names the button where several have the same label. */
  readonly "aria-label"?: string;
  readonly dialogSize?: ModalProps["size"];
  /** Content of the dialog, which is created each time the dialog opens. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton(props: DialogButtonProps) {
  const { label, title, danger = false, disabledReason, icon, children } = props;
  const { size = "sm", variant = danger ? "outline" : "default", dialogSize = "md" } = props;
  const color = props.color ?? (danger ? "red" : undefined);
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant={variant}
        size={size}
        {...(color === undefined ? {} : { color })}
        leftSection={icon}
        onClick={open}
        disabled={disabledReason !== undefined}
        title={disabledReason}
        aria-label={props["aria-label"]}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} centered size={dialogSize}>
        {children(close)}
      </Modal>
    </>
  );
}
