import { Button, type ButtonProps } from "@mantine/core";
import { useState } from "react";
import { toastError } from "./toast.ts";

interface ActionButtonProps extends ButtonProps {
  readonly title?: string | undefined;
  readonly "aria-label"?: string;
  /** Title of the error if it fails. */
  readonly errorTitle?: string;
  readonly onAct: () => Promise<unknown>;
}

/** A button that acts at once, and shows an error if that fails. */
export function ActionButton({ errorTitle, onAct, ...button }: ActionButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const act = async () => {
    setIsBusy(true);
    await onAct().catch((error: unknown) => toastError(error, errorTitle));
    setIsBusy(false);
  };
  return <Button {...button} loading={isBusy} onClick={() => void act()} />;
}
