import { NativeSelect } from "@mantine/core";
import { AddressPicker } from "../transfers/address-picker.tsx";
import { addressOptions, destinationOptions, placeOf } from "../transfers/transfer-draft.ts";
import type { TransferEnds } from "../transfers/use-transfer-ends.ts";

interface DestinationFieldsProps {
  /** Key of the source. */
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

/** Destination of an automation. */
export function DestinationFields({ source, ends, destination, address, onChange }: DestinationFieldsProps) {
  const { routes = [], addresses = [], balances = [] } = ends;
  const place = placeOf(routes, "destination", destination);
  const options = place === undefined ? [] : addressOptions("destination", place, addresses, balances);
  return (
    <>
      <NativeSelect
        label="Destination"
        required
        data={[choose, ...destinationOptions(routes, source)]}
        value={destination}
        onChange={(event) => onChange({ destination: event.currentTarget.value, destinationAddress: "" })}
      />
      <AddressPicker
        label="Destination address"
        options={options}
        value={address}
        disabled={place === undefined}
        error={
          place !== undefined && ends.addresses !== undefined && options.length === 0
            ? "The account has no address of this type."
            : undefined
        }
        onChange={(destinationAddress) => onChange({ destinationAddress })}
      />
    </>
  );
}
