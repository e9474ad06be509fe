import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { defaultOverlap, overlapChoices } from "./overlap.ts";
import { useSubmission } from "./use-submission.ts";

interface RotateButtonProps {
  readonly explain: string;
  readonly maxOverlapSeconds: number;
  readonly disabledReason?: string | undefined;
  readonly onRotate: (overlapSeconds: number) => Promise<unknown>;
}

/** Prompts for how long the previous secret stays valid, then creates a new one. */
export function RotateButton({ explain, maxOverlapSeconds, disabledReason, onRotate }: RotateButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [overlap, setOverlap] = useState(defaultOverlap);
  const { isBusy, error, submit } = useSubmission(async () => {
    await onRotate(Number.parseInt(overlap, 10));
    close();
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<RefreshCw size={16} aria-hidden />}
        onClick={open}
        disabled={disabledReason !== undefined}
        title={disabledReason}
      >
        Rotate secret
      </Button>
      <Modal opened={isOpen} onClose={close} title="Rotate secret" centered>
        <Stack gap="md">
          <Text size="sm">{explain}</Text>
          <Select
            label="Overlap"
            description="How long the old secret stays valid."
            data={overlapChoices(maxOverlapSeconds)}
            value={overlap}
            onChange={(chosen) => chosen !== null && setOverlap(chosen)}
            allowDeselect={false}
          />
          {error === undefined ? null : <ErrorNotice error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} disabled={isBusy}>
              Cancel
            </Button>
            <Button onClick={() => submit()} loading={isBusy}>
              Create new secret
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
