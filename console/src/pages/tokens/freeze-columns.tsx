import { Text } from "@mantine/core";
import { CopyId } from "../../kit/copy-id.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import type { StatusTone } from "../../kit/status-tone.ts";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { When } from "../../kit/when.tsx";
import type { Freeze } from "./token.ts";

const tones: Readonly<Record<Freeze["status"], StatusTone>> = {
  freezing: "moving",
  frozen: "waiting",
  unfreezing: "moving",
  unfrozen: "neutral",
  failed: "bad",
};

/** Columns of a freeze, shared by the operators' list and the issuer's list. */
export const freezeColumns: readonly Column<Freeze>[] = [
  { header: "Status", cell: (freeze) => <FreezeStatus freeze={freeze} /> },
  { header: "Token", cell: ({ value_type }) => value_type },
  { header: "Chain", cell: ({ transfer_type }) => transferTypeWords(transfer_type) },
  { header: "Address", cell: ({ address }) => <CopyId id={address} of="address" full /> },
  { header: "Reason", cell: (freeze) => <Reasons freeze={freeze} /> },
  { header: "Requested", sort: "created_at", cell: ({ created_at }) => <When at={created_at} /> },
];

function FreezeStatus({ freeze: { status, failure } }: { readonly freeze: Freeze }) {
  return (
    <div>
      <StatusBadge status={status} tone={tones[status]} />
      {failure === null ? null : (
        <Text size="xs" c="dimmed">
          {status === "frozen" ? "Unfreeze failed: " : ""}
          {failure}
        </Text>
      )}
    </div>
  );
}

function Reasons({ freeze: { reason, unfreeze_reason } }: { readonly freeze: Freeze }) {
  return (
    <div style={{ overflowWrap: "anywhere" }}>
      {reason}
      {unfreeze_reason === null ? null : (
        <Text size="xs" c="dimmed">
          Unfrozen: {unfreeze_reason}
        </Text>
      )}
    </div>
  );
}
