import { NativeSelect } from "@mantine/core";
import { addressOptions, destinationOptions, placeOf } from "../transfers/transfer-draft.ts";
import type { TransferEnds } from "../transfers/use-transfer-ends.ts";

interface DestinationFieldsProps {
  /** The key of the place that value comes from. */
  readonly source: string;
  readonly ends: TransferEnds;
  readonly destination: string;
  readonly address: string;
  readonly onChange: (change: {
    readonly destination?: string;
    readonly destinationAddress?: string;
  }) => void;
}

const choose = { value: "", label: "Choose…" };

/** Where an automation sends what comes. */
export function DestinationFields({ source, ends, destination, address, onChange }: DestinationFieldsProps) {
  const { routes = [], addresses = [], balances } = ends;
  const place = placeOf(routes, "destination", destination);
  const options = place === undefined ? [] : addressOptions("destination", place, addresses, balances);
  return (
    <>
      <NativeSelect
        label="Goes on to"
        required
        data={[choose, ...destinationOptions(routes, source)]}
        value={destination}
        onChange={(event) => onChange({ destination: event.currentTarget.value, destinationAddress: "" })}
      />
      <NativeSelect
        label="Address it goes to"
        required
        data={[choose, ...options]}
        value={address}
        disabled={place === undefined}
        error={
          place !== undefined && ends.addresses !== undefined && options.length === 0
            ? "The account has no such address."
            : undefined
        }
        onChange={(event) => onChange({ destinationAddress: event.currentTarget.value })}
      />
    </>
  );
}
