import { Alert, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { get } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { CancelButton } from "./cancel-button.tsx";
import { SimulateMoney } from "./simulate-money.tsx";
import type { Transfer, TransferTimeline, WorkspaceTransfer } from "./transfer.ts";
import { TransferFacts } from "./transfer-facts.tsx";
import { TransferTimelineView } from "./transfer-timeline.tsx";
import { WireInstructions } from "./wire-instructions.tsx";

/** A transfer with its timeline. */
export function TransferPage() {
  const { params } = useWorkspace();
  const link = useWorkspaceLink();
  const live = useLive();
  const transferId = usePageParam("transferId");
  const timeline = useQuery({
    queryKey: ["transfer-timeline", params, transferId],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/transfers/{transfer_id}/timeline", {
        params: { path: { ...params, transfer_id: transferId } },
        signal,
      }),
    ...live,
  });
  const accountId = timeline.data?.transfer.account_id;
  const shown = useQuery({
    queryKey: ["transfer", params, transferId],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/transfers/{transfer_id}", {
        params: { path: { ...params, account_id: accountId ?? "", transfer_id: transferId } },
        signal,
      }),
    enabled: accountId !== undefined,
    ...live,
  });
  const { data, error, refetch } = timeline;
  return (
    <Page
      title="Transfer"
      back={<PageLink to={link("transfers")}>Transfers</PageLink>}
      actions={data === undefined ? undefined : <CancelButton transfer={data.transfer} />}
    >
      {data === undefined ? null : (
        <Stack gap="md">
          <TransferSections row={data.transfer} transfer={shown.data} entries={data.entries} />
          <Section title="Timeline" description="Oldest first. Updates automatically.">
            <TransferTimelineView entries={data.entries} accountId={data.transfer.account_id} />
          </Section>
        </Stack>
      )}
      {data === undefined && error === null ? <SkeletonLines count={8} /> : null}
      <ErrorNotice error={error} title="Transfer could not be loaded" onRetry={refetch} />
    </Page>
  );
}

interface TransferSectionsProps {
  readonly row: WorkspaceTransfer;
  readonly transfer: Transfer | undefined;
  readonly entries: TransferTimeline["entries"];
}

function TransferSections({ row, transfer, entries }: TransferSectionsProps) {
  const hasIncomingPayment = entries.some(
    (entry) => entry.type === "payment" && entry.direction === "inbound",
  );
  return (
    <>
      {transfer?.wire_instructions === undefined || row.status !== "pending" ? null : (
        <WireInstructions instructions={transfer.wire_instructions} amount={row.amount}>
          {hasIncomingPayment ? null : (
            <SimulateMoney accountId={row.account_id} to={{ transfer_id: row.id }} amount={row.amount} />
          )}
        </WireInstructions>
      )}
      {transfer?.refund?.status === "pending" ? (
        <Alert color="yellow" title="Refund in progress" icon={<Info size={18} aria-hidden />}>
          The transfer failed. The withdrawn tokens are being refunded to the source.
        </Alert>
      ) : null}
      <Section title="Details">
        <TransferFacts row={row} transfer={transfer} entries={entries} />
      </Section>
    </>
  );
}
