import { TextInput } from "@mantine/core";
import { useState } from "react";
import { Form } from "../../kit/form.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { keyOf, placeOf } from "../transfers/transfer-draft.ts";
import { useTransferEnds } from "../transfers/use-transfer-ends.ts";
import type { Automation } from "./automation.ts";
import { routeKeyOf } from "./automation-draft.ts";
import { DestinationFields } from "./destination-fields.tsx";
import { useChangeAutomation } from "./use-change-automation.ts";

interface ChangeAutomationProps {
  readonly accountId: string;
  readonly automation: Automation;
  readonly onDone: () => void;
}

/** Edits the name and destination. The source can't be changed. */
export function ChangeAutomation({ accountId, automation, onDone }: ChangeAutomationProps) {
  const ends = useTransferEnds(accountId);
  const change = useChangeAutomation(accountId, automation.id);
  const [name, setName] = useState(automation.name);
  const [destination, setDestination] = useState(keyOf(automation.destination));
  const [address, setAddress] = useState(automation.destination.address_id);
  const place = placeOf(ends.routes ?? [], "destination", destination);
  const isReady = name.trim() !== "" && place !== undefined && address !== "";
  const save = async () => {
    if (place === undefined) return;
    const { memo, address_id: former } = automation.destination;
    // A memo belongs to its address.
    const kept = memo !== undefined && address === former ? { memo } : {};
    await change({ name: name.trim(), destination: { ...place, address_id: address, ...kept } });
    toastSuccess("Automation updated.");
    onDone();
  };
  return (
    <Form label="Save" disabled={!isReady} gap="sm" onSubmit={save}>
      <TextInput
        label="Name"
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <DestinationFields
        source={routeKeyOf(sourceKeyOf(automation))}
        ends={ends}
        destination={destination}
        address={address}
        onChange={(changed) => {
          if (changed.destination !== undefined) setDestination(changed.destination);
          if (changed.destinationAddress !== undefined) setAddress(changed.destinationAddress);
        }}
      />
    </Form>
  );
}

function sourceKeyOf({ source }: Automation): string {
  const { value_type: valueType, transfer_type: chain } = source;
  return chain === undefined ? valueType : `${valueType}/${chain}`;
}
