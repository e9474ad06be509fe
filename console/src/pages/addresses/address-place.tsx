import { Group, Text } from "@mantine/core";
import { CopyButton } from "../../kit/copy-button.tsx";
import type { AddressItem } from "./address.ts";

interface AddressPlaceProps {
  readonly address: AddressItem;
  readonly full?: boolean;
}

const shownChars = 6;

/** On-chain address, or bank account with a masked number. */
export function AddressPlace({ address, full = false }: AddressPlaceProps) {
  const { address: onChain, routing_number, account_number, owner } = address;
  if (onChain !== "") {
    const shown = full ? onChain : `${onChain.slice(0, shownChars)}…${onChain.slice(-shownChars)}`;
    return (
      <Group gap={2} wrap="nowrap" component="span" display="inline-flex">
        <Text component="span" ff="monospace" size="sm" title={onChain} style={{ overflowWrap: "anywhere" }}>
          {shown}
        </Text>
        <CopyButton value={onChain} label={`Copy address ${shown}`} />
      </Group>
    );
  }
  return (
    <Text component="span" size="sm">
      {owner}{" "}
      <Text component="span" ff="monospace" size="sm" c="dimmed">
        {account_number} at {routing_number}
      </Text>
    </Text>
  );
}
