import { Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { isCanceled } from "../../api/client.ts";
import { FormFooter } from "../../kit/form-footer.tsx";
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
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const place = placeOf(ends.routes ?? [], "destination", destination);
  const isReady = name.trim() !== "" && place !== undefined && address !== "";
  const save = async () => {
    if (place === undefined) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await change({ name: name.trim(), destination: { ...place, address_id: address } });
      toastSuccess("Automation updated.");
      onDone();
    } catch (thrown) {
      if (!isCanceled(thrown)) setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="sm">
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
        <FormFooter label="Save" isBusy={isBusy} error={error} disabled={!isReady} />
      </Stack>
    </form>
  );
}

function sourceKeyOf({ source }: Automation): string {
  const { value_type: valueType, transfer_type: chain } = source;
  return chain === undefined ? valueType : `${valueType}/${chain}`;
}
