import { Button, type ButtonProps, Group } from "@mantine/core";
import { approvalPageOf } from "../api/client.ts";
import { ErrorNotice } from "./error-notice.tsx";

interface FormFooterProps {
  /** Label of the button that submits the form. */
  readonly label: string;
  readonly isBusy: boolean;
  /** Why the last request failed, unless the form shows it elsewhere. */
  readonly error?: unknown;
  readonly errorTitle?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly variant?: ButtonProps["variant"];
  readonly cancelLabel?: string;
  /** Closes the form without any effect; forms on their own page have no such button. */
  readonly onCancel?: (() => void) | undefined;
}

/** The end of a form: what is wrong with it, and its buttons. */
export function FormFooter({
  label,
  isBusy,
  error,
  errorTitle,
  danger = false,
  disabled = false,
  variant = "filled",
  cancelLabel = "Cancel",
  onCancel,
}: FormFooterProps) {
  // Submitting again would request another approval.
  const isWaiting = approvalPageOf(error) !== undefined;
  return (
    <>
      <ErrorNotice error={error} {...(errorTitle === undefined ? {} : { title: errorTitle })} />
      <Group justify="flex-end" gap="xs">
        {onCancel === undefined ? null : (
          <Button variant="default" onClick={onCancel} disabled={isBusy}>
            {isWaiting ? "Close" : cancelLabel}
          </Button>
        )}
        {isWaiting ? null : (
          <Button
            type="submit"
            variant={variant}
            {...(danger ? { color: "red" } : {})}
            loading={isBusy}
            disabled={disabled}
          >
            {label}
          </Button>
        )}
      </Group>
    </>
  );
}
