import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import type { StrandedTransfer } from "./held.ts";

/** Transfers of tokens that were burned on one chain and could be minted on none. */
export function StrandedTransfers() {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["stranded-transfers"],
    queryFn: ({ signal }) => get("/console/api/held/stranded-transfers", { signal }),
    ...useLive(),
  });
  return (
    <Section
      title="Tokens that are on no chain"
      description="Burned on one chain, and minted on none: the token is paused, or a holder is frozen."
      flush
    >
      <DataTable
        label="Tokens that are on no chain"
        columns={columns}
        rows={data?.transfers}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={<Empty title="Nothing is stranded">Every token that was burned has been minted again.</Empty>}
      />
    </Section>
  );
}

const columns: readonly Column<StrandedTransfer>[] = [
  { header: "Since", cell: ({ updated_at }) => <When at={updated_at} /> },
  {
    header: "Amount",
    align: "right",
    cell: ({ amount, value_type }) => <Amount value={amount} asset={value_type} />,
  },
  { header: "Account", cell: ({ account_id }) => <CopyId id={account_id} of="account" /> },
  { header: "Transfer", cell: ({ id }) => <CopyId id={id} of="transfer" /> },
  { header: "Mint back", cell: (transfer) => <ReturnButton transfer={transfer} /> },
];

function ReturnButton({ transfer }: { readonly transfer: StrandedTransfer }) {
  const queryClient = useQueryClient();
  const mayDecide = useCan("held.decide");
  return (
    <ConfirmButton
      label="Mint back"
      title="Mint the tokens back?"
      explain={`${transfer.amount} ${transfer.value_type} are minted where they were burned, and the transfer has failed.`}
      size="xs"
      disabledReason={mayDecide ? undefined : "Your role does not decide on held funds."}
      onConfirm={async () => {
        await send("post", "/console/api/held/stranded-transfers/{transfer_id}/return", {
          params: { path: { transfer_id: transfer.id } },
        });
        toastSuccess("The tokens are on their way back.");
        await queryClient.invalidateQueries({ queryKey: ["stranded-transfers"] });
      }}
    />
  );
}
