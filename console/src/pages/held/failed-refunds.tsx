import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { Section } from "../../kit/section.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { placeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { useCan } from "../../session/use-me.ts";
import { WorkButton, WorkDrawer } from "../work/work-drawer.tsx";
import type { FailedRefund } from "./held.ts";

/** Failed transfers whose tokens could not be refunded to the source. */
export function FailedRefunds() {
  const { query, filter, order, pagingOf } = useListPlace("created_at");
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["refunds", query],
    queryFn: ({ signal }) => get("/console/api/held/refunds", { params: { query }, signal }),
    ...useLive(),
  });
  const totals = useListTotals("/console/api/held/refunds", { ...filter });
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
        order={order}
        label="Failed refunds"
        columns={columns}
        rows={data?.transfers}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        paging={pagingOf(data?.pagination)}
        empty={
          <Empty title="No failed refunds">The tokens of all failed transfers have been refunded.</Empty>
        }
      />
      <WorkDrawer kind="failed_refund" />
    </Section>
  );
}

const columns: readonly Column<FailedRefund>[] = [
  { header: "Created", sort: "created_at", cell: ({ created_at }) => <ListTime at={created_at} /> },
  { header: "Failed since", isOptional: true, cell: ({ updated_at }) => <ListTime at={updated_at} /> },
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
  {
    header: "Failure",
    cell: ({ failure_type }) => (failure_type === null ? "–" : statusWords(failure_type)),
  },
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
