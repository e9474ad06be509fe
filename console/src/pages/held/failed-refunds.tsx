import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { Section } from "../../kit/section.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { placeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import { WorkButton, WorkDrawer } from "../work/work-drawer.tsx";
import type { FailedRefund } from "./held.ts";

/** Failed transfers whose tokens could not be refunded to the source. */
export function FailedRefunds() {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["refunds"],
    queryFn: ({ signal }) => get("/console/api/held/refunds", { signal }),
    ...useLive(),
  });
  const totals = useListTotals("/console/api/held/refunds");
  return (
    <Section
      title="Failed refunds"
      description="Refunds are retried automatically once the treasury has the tokens. If a chain rejected a refund, fix the cause first."
      flush
    >
      <ListTable
        name="failed-refunds"
        noun={["refund", "refunds"]}
        {...totals}
        label="Failed refunds"
        columns={columns}
        rows={data?.transfers}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={
          <Empty title="No failed refunds">The tokens of all failed transfers have been refunded.</Empty>
        }
      />
      <WorkDrawer kind="failed_refund" />
    </Section>
  );
}

const columns: readonly Column<FailedRefund>[] = [
  { header: "Since", cell: ({ updated_at }) => <When at={updated_at} /> },
  {
    header: "Amount",
    align: "right",
    cell: ({ amount, currency }) => <Amount value={amount} asset={currency} />,
  },
  {
    header: "Refund to",
    cell: ({ source_value_type, source_transfer_type }) =>
      placeWords({ value_type: source_value_type, transfer_type: source_transfer_type }),
  },
  { header: "Failure", cell: ({ failure_type }) => failure_type?.replaceAll("_", " ") ?? "–" },
  { header: "Transfer", cell: ({ id }) => <CopyId id={id} of="transfer" /> },
  { header: "Work", cell: ({ id }) => <WorkButton id={id} /> },
  { header: "Action", cell: (transfer) => <RefundButton transfer={transfer} /> },
];

function RefundButton({ transfer }: { readonly transfer: FailedRefund }) {
  const queryClient = useQueryClient();
  const mayDecide = useCan("held.decide");
  return (
    <ConfirmButton
      label="Retry refund"
      title="Retry the refund now?"
      explain={`${transfer.amount} ${transfer.source_value_type} are refunded to the source address.`}
      size="xs"
      disabledReason={mayDecide ? undefined : "Your role can't decide on held funds."}
      onConfirm={async () => {
        await send("post", "/console/api/held/refunds/{transfer_id}/retry", {
          params: { path: { transfer_id: transfer.id } },
        });
        toastSuccess("Refund started.");
        await queryClient.invalidateQueries({ queryKey: ["refunds"] });
      }}
    />
  );
}
