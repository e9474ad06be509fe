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
import type { FailedRefundTransfer } from "./held.ts";

/** Token transfers whose tokens were burned on the source chain and could be minted on no chain. */
export function FailedTokenRefunds() {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["token-refunds"],
    queryFn: ({ signal }) => get("/console/api/held/token-refunds", { signal }),
    ...useLive(),
  });
  return (
    <Section
      title="Burned but not minted"
      description="Tokens burned on the source chain that could not be minted: the token is paused, or an address is frozen."
      flush
    >
      <DataTable
        label="Burned but not minted"
        columns={columns}
        rows={data?.transfers}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={<Empty title="No failed mints">All burned tokens have been minted.</Empty>}
      />
    </Section>
  );
}

const columns: readonly Column<FailedRefundTransfer>[] = [
  { header: "Since", cell: ({ updated_at }) => <When at={updated_at} /> },
  {
    header: "Amount",
    align: "right",
    cell: ({ amount, value_type }) => <Amount value={amount} asset={value_type} />,
  },
  { header: "Account", cell: ({ account_id }) => <CopyId id={account_id} of="account" /> },
  { header: "Transfer", cell: ({ id }) => <CopyId id={id} of="transfer" /> },
  { header: "Action", cell: (transfer) => <ReturnButton transfer={transfer} /> },
];

function ReturnButton({ transfer }: { readonly transfer: FailedRefundTransfer }) {
  const queryClient = useQueryClient();
  const mayDecide = useCan("held.decide");
  return (
    <ConfirmButton
      label="Refund"
      title="Refund the tokens?"
      explain={`${transfer.amount} ${transfer.value_type} are minted on the source chain, and the transfer fails.`}
      size="xs"
      disabledReason={mayDecide ? undefined : "Your role can't decide on held funds."}
      onConfirm={async () => {
        await send("post", "/console/api/held/token-refunds/{transfer_id}/retry", {
          params: { path: { transfer_id: transfer.id } },
        });
        toastSuccess("Refund started.");
        await queryClient.invalidateQueries({ queryKey: ["token-refunds"] });
      }}
    />
  );
}
