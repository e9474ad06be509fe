import { Select, Text } from "@mantine/core";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { Form } from "../../kit/form.tsx";
import { defaultOverlap, overlapChoices } from "./overlap.ts";

interface RotateButtonProps {
  readonly explain: string;
  readonly maxOverlapSeconds: number;
  readonly disabledReason?: string | undefined;
  readonly onRotate: (overlapSeconds: number) => Promise<unknown>;
}

/** Prompts for how long the previous secret stays valid, then creates a new one. */
export function RotateButton({ explain, maxOverlapSeconds, disabledReason, onRotate }: RotateButtonProps) {
  const [overlap, setOverlap] = useState(defaultOverlap);
  return (
    <DialogButton
      label="Rotate secret"
      title="Rotate secret"
      icon={<RefreshCw size={16} aria-hidden />}
      disabledReason={disabledReason}
    >
      {(close) => (
        <Form
          label="Create new secret"
          onSubmit={() => onRotate(Number.parseInt(overlap, 10)).then(close)}
          onCancel={close}
        >
          <Text size="sm">{explain}</Text>
          <Select
            label="Overlap"
            description="How long the old secret stays valid."
            data={overlapChoices(maxOverlapSeconds)}
            value={overlap}
            onChange={(chosen) => chosen !== null && setOverlap(chosen)}
            allowDeselect={false}
          />
        </Form>
      )}
    </DialogButton>
  );
}
