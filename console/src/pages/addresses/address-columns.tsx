import { Group, Text } from "@mantine/core";
import type { Column } from "../../kit/data-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { transferTypeLabel } from "../../kit/transfer-type-words.ts";
import type { AddressItem } from "./address.ts";
import { AddressPlace } from "./address-place.tsx";
import { VerificationBadge } from "./verification-badge.tsx";

export const addressColumns: readonly Column<AddressItem>[] = [
  {
    header: "Name",
    phone: "title",
    cell: ({ name }) => (
      <Text size="sm" fw={500}>
        {name}
      </Text>
    ),
  },
  { header: "Address", phone: "detail", cell: (address) => <AddressPlace address={address} /> },
  {
    header: "Transfer types",
    cell: ({ transfer_types }) => transfer_types.map(transferTypeLabel).join(", "),
  },
  { header: "Type", phone: "end", cell: ({ type }) => statusWords(type) },
  { header: "Status", phone: "value", cell: (address) => <AddressStatus address={address} /> },
  { header: "Created", sort: "created_at", cell: ({ created }) => <ListTime at={created} /> },
];

function AddressStatus({ address }: { readonly address: AddressItem }) {
  const { status, verification, needs_update } = address;
  return (
    <Group gap={4}>
      <StatusBadge status={status} />
      {verification === undefined ? null : <VerificationBadge verification={verification} />}
      {needs_update === true ? <StatusBadge status="needs update" tone="waiting" /> : null}
    </Group>
  );
}
