import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { placeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import type { UnrestoredTransfer } from "./held.ts";

/** Failed transfers whose tokens could not be given back to the source. */
export function UnrestoredTransfers() {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["unrestored-transfers"],
    queryFn: ({ signal }) => get("/console/api/held/unrestored-transfers", { signal }),
    ...useLive(),
  });
  return (
    <Section
      title="Failed transfers whose tokens are owed"
      description="The service tries by itself once the treasury has the tokens. Where a chain refused, remove what is in the way first."
      flush
    >
      <DataTable
        label="Failed transfers whose tokens are owed"
        columns={columns}
        rows={data?.transfers}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={
          <Empty title="Nothing is owed">
            Tokens of every failed transfer are back where they came from.
          </Empty>
        }
      />
    </Section>
  );
}

const columns: readonly Column<UnrestoredTransfer>[] = [
  { header: "Since", cell: ({ updated_at }) => <When at={updated_at} /> },
  {
    header: "Amount",
    align: "right",
    cell: ({ amount, currency }) => <Amount value={amount} asset={currency} />,
  },
  {
    header: "Owed at",
    cell: ({ source_value_type, source_transfer_type }) =>
      placeWords({ value_type: source_value_type, transfer_type: source_transfer_type }),
  },
  { header: "Failure", cell: ({ failure_type }) => failure_type?.replaceAll("_", " ") ?? "–" },
  { header: "Transfer", cell: ({ id }) => <CopyId id={id} of="transfer" /> },
  { header: "Give back", cell: (transfer) => <RestoreButton transfer={transfer} /> },
];

function RestoreButton({ transfer }: { readonly transfer: UnrestoredTransfer }) {
  const queryClient = useQueryClient();
  const mayDecide = useCan("held.decide");
  return (
    <ConfirmButton
      label="Try again"
      title="Give the tokens back now?"
      explain={`${transfer.amount} ${transfer.source_value_type} go back to the address that they came from.`}
      size="xs"
      disabledReason={mayDecide ? undefined : "Your role does not decide on held funds."}
      onConfirm={async () => {
        await send("post", "/console/api/held/unrestored-transfers/{transfer_id}/restore", {
          params: { path: { transfer_id: transfer.id } },
        });
        toastSuccess("The tokens are on their way back.");
        await queryClient.invalidateQueries({ queryKey: ["unrestored-transfers"] });
      }}
    />
  );
}
