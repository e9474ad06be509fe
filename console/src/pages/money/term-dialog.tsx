import { Button, Modal, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { isCanceled } from "../../api/client.ts";
import { FormFooter } from "../../kit/form-footer.tsx";
import { useCan } from "../../session/use-me.ts";

interface TermDialogProps {
  readonly label: string;
  readonly title: string;
  /** Form fields. */
  readonly children: ReactNode;
  /** The dialog stays open, and shows the error, when this rejects. */
  readonly onSave: () => Promise<void>;
}

/** Button and dialog that set a limit or fee. */
export function TermDialog({ label, title, children, onSave }: TermDialogProps) {
  const mayWrite = useCan("limits.write");
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const save = async () => {
    setIsBusy(true);
    setError(undefined);
    try {
      await onSave();
      close();
    } catch (thrown) {
      if (!isCanceled(thrown)) setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={!mayWrite}
        title={mayWrite ? undefined : "Your role can't change limits and fees."}
        onClick={open}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} centered>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Stack gap="md">
            {children}
            <FormFooter label="Save" isBusy={isBusy} error={error} onCancel={close} />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
