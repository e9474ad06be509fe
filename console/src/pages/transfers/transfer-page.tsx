import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";
import { get } from "../../api/client.ts";
import { ApiFold } from "../../kit/api-fold.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { MaybeLink } from "../../kit/maybe-link.tsx";
import { MoneyPage } from "../../kit/money-page.tsx";
import { moneyWords } from "../../kit/money-words.ts";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { useCan } from "../../session/use-me.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { SimulateBank } from "../developers/sandbox/simulate-bank.tsx";
import { FreezeDialog } from "../tokens/freeze-dialog.tsx";
import { CancelButton } from "./cancel-button.tsx";
import { failureWords } from "./failure-words.ts";
import { SimulateMoney } from "./simulate-money.tsx";
import { shownStatus, type Transfer, type TransferTimeline, type WorkspaceTransfer } from "./transfer.ts";
import { TransferFacts } from "./transfer-facts.tsx";
import { freezableAddresses, transferParties } from "./transfer-parties.ts";
import { transferSteps } from "./transfer-steps.ts";
import { TransferTimelineView } from "./transfer-timeline.tsx";
import { useRecordLinks } from "./use-record-links.ts";
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
  const back = <PageLink to={link("transfers")}>Transfers</PageLink>;
  if (data === undefined) {
    return (
      <Page title="Transfer" back={back}>
        {error === null ? <SkeletonLines count={8} /> : null}
        <ErrorNotice error={error} title="Transfer could not be loaded" onRetry={refetch} />
      </Page>
    );
  }
  return <LoadedTransfer timeline={data} transfer={shown.data} back={back} />;
}

interface LoadedTransferProps {
  readonly timeline: TransferTimeline;
  readonly transfer: Transfer | undefined;
  readonly back: ReactNode;
}

function LoadedTransfer({ timeline, transfer, back }: LoadedTransferProps) {
  const { network } = useWorkspace();
  const { transfer: row, entries, parties } = timeline;
  const links = useRecordLinks(row.account_id);
  const { from, to } = transferParties(timeline, (id) => links.address(id));
  return (
    <MoneyPage
      noun="transfer"
      id={row.id}
      amount={{ value: row.amount, currency: row.currency }}
      status={shownStatus(row)}
      reason={failureWords(row, entries)}
      from={from}
      to={to}
      back={back}
      actions={
        <>
          <CancelButton transfer={row} />
          <FreezeDialog network={network} addresses={freezableAddresses(row, parties)} />
        </>
      }
      steps={transferSteps(row, entries)}
      notices={<Notices row={row} transfer={transfer} entries={entries} />}
      side={
        <Section title="Details">
          <TransferFacts {...{ row, transfer, entries, parties }} />
        </Section>
      }
    >
      <Section title="Timeline" description="Oldest first. Updates automatically.">
        <TransferTimelineView timeline={timeline} accountId={row.account_id} />
      </Section>
      <BankControls row={row} entries={entries} />
      <ApiFold request={{ path: `/accounts/${row.account_id}/transfers/${row.id}` }} />
    </MoneyPage>
  );
}

/** Only a payment that the sandbox bank has can be settled or returned. */
function BankControls({ row, entries }: Pick<NoticesProps, "row" | "entries">) {
  const payment = entries.findLast((entry) => entry.type === "payment" && entry.entry !== null);
  if (payment?.type !== "payment") return null;
  return <SimulateBank accountId={row.account_id} transferId={row.id} isAch={payment.rail.includes("ach")} />;
}

interface NoticesProps {
  readonly row: WorkspaceTransfer;
  readonly transfer: Transfer | undefined;
  readonly entries: TransferTimeline["entries"];
}

function Notices({ row, transfer, entries }: NoticesProps) {
  const hasIncomingPayment = entries.some(
    (entry) => entry.type === "payment" && entry.direction === "inbound",
  );
  return (
    <>
      <Reversal reversal={row.reversal} />
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
    </>
  );
}

/** The debit came back after its money was used. */
function Reversal({ reversal }: Pick<WorkspaceTransfer, "reversal">) {
  const mayReadClaims = useCan("claims.read");
  if (reversal === null) return null;
  const { claim_id: claimId, return_code: code, amount, remaining, status } = reversal;
  const isOpen = status === "open";
  return (
    <Alert
      color={isOpen ? "red" : "yellow"}
      title={
        isOpen
          ? `${moneyWords(remaining, "USD")} is owed`
          : `The claim was ${statusWords(status).toLowerCase()}`
      }
      icon={<CircleAlert size={18} aria-hidden />}
    >
      The bank returned the debit of {moneyWords(amount, "USD")} with {code} after its money was used.{" "}
      <MaybeLink to={mayReadClaims ? `/ops/claims/${claimId}` : undefined}>
        {mayReadClaims ? "Open claim" : "The operator has a claim for it."}
      </MaybeLink>
    </Alert>
  );
}
