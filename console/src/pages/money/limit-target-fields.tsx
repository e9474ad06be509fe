import { NativeSelect, TextInput } from "@mantine/core";
import { limitedOperations, operationWords } from "./term-words.ts";

/** What a limit applies to; empty for any. */
export interface LimitTarget {
  readonly operation: string;
  readonly asset: string;
  readonly destination: string;
}

export const anyTarget: LimitTarget = { operation: "", asset: "", destination: "" };

interface LimitTargetFieldsProps {
  readonly target: LimitTarget;
  readonly onChange: (target: LimitTarget) => void;
}

/** Operation, asset and destination of a limit. */
export function LimitTargetFields({ target, onChange }: LimitTargetFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Operation"
        value={target.operation}
        onChange={(event) => onChange({ ...target, operation: event.currentTarget.value })}
        data={[
          { value: "", label: "All combined" },
          ...limitedOperations.map((value) => ({ value, label: operationWords(value) })),
        ]}
      />
      <TextInput
        label="Asset"
        description="USD or a token. Leave empty for any."
        pattern="[A-Za-z0-9]{2,12}"
        title="2 to 12 letters and digits"
        value={target.asset}
        onChange={(event) => onChange({ ...target, asset: event.currentTarget.value })}
      />
      <TextInput
        label="Destination"
        description="Address ID. Leave empty for any destination."
        pattern="[0-9A-Za-z]{26}"
        title="26 letters and digits"
        value={target.destination}
        onChange={(event) => onChange({ ...target, destination: event.currentTarget.value })}
      />
    </>
  );
}

/** Target as request fields. An omitted field means any. */
export function targetBody({ operation, asset, destination }: LimitTarget): {
  readonly operation?: (typeof limitedOperations)[number];
  readonly asset?: string;
  readonly destination_address_id?: string;
} {
  const known = limitedOperations.find((each) => each === operation);
  return {
    ...(known === undefined ? {} : { operation: known }),
    ...(asset.trim() === "" ? {} : { asset: asset.trim() }),
    ...(destination.trim() === "" ? {} : { destination_address_id: destination.trim() }),
  };
}
