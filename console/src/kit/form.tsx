import { Button, type ButtonProps, Group, Stack, type StackProps } from "@mantine/core";
import type { ReactNode } from "react";
import { approvalPageOf } from "../api/client.ts";
import { ErrorNotice } from "./error-notice.tsx";
import classes from "./form.module.css";
import { type Attempt, useAttempt } from "./use-attempt.ts";

interface FormProps extends Pick<StackProps, "gap" | "maw"> {
  /** Fields. */
  readonly children: ReactNode;
  /** Label of the button that submits the form. */
  readonly label: string;
  /** If this rejects, the form shows the error. */
  readonly onSubmit: () => Promise<unknown>;
  /** The state of a form that also shows its error elsewhere, such as at its fields. */
  readonly form?: Attempt;
  /** Why the form can't be used, or why the last request failed; replaces the error of `form`. */
  readonly error?: unknown;
  readonly errorTitle?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly variant?: ButtonProps["variant"];
  readonly cancelLabel?: string;
  /** Of a long form: its buttons are in view before its end is. */
  readonly staysInView?: boolean;
  /** Closes the form without any effect; forms on their own page have no such button. */
  readonly onCancel?: (() => void) | undefined;
}

/** Fields with a button that submits them: one request at a time, and its error above the buttons. */
export function Form({ children, onSubmit, form, gap = "md", maw, ...footer }: FormProps) {
  const own = useAttempt();
  const { isBusy, error, attempt } = form ?? own;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(onSubmit);
      }}
    >
      <Stack gap={gap} maw={maw}>
        {children}
        <Footer error={error} {...footer} isBusy={isBusy} />
      </Stack>
    </form>
  );
}

type FooterProps = Omit<FormProps, "children" | "form" | "onSubmit"> & { readonly isBusy: boolean };

function Footer(props: FooterProps) {
  const { label, isBusy, error, errorTitle, danger = false, disabled = false } = props;
  const { variant = "filled", cancelLabel = "Cancel", staysInView = false, onCancel } = props;
  // Submitting again would request another approval.
  const isWaiting = approvalPageOf(error) !== undefined;
  return (
    <>
      <ErrorNotice error={error} {...(errorTitle === undefined ? {} : { title: errorTitle })} />
      <Group justify="flex-end" gap="xs" {...(staysInView ? { className: classes["inView"] } : {})}>
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
