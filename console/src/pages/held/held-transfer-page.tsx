import { Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { get, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { MoneyPage } from "../../kit/money-page.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { When } from "../../kit/when.tsx";
import { workspacePath } from "../../workspace/workspace-path.ts";
import { FreezeDialog } from "../tokens/freeze-dialog.tsx";
import { failureWords } from "../transfers/failure-words.ts";
import type { TransferTimeline } from "../transfers/transfer.ts";
import { freezableAddresses, transferParties } from "../transfers/transfer-parties.ts";
import { transferSteps } from "../transfers/transfer-steps.ts";
import { TransferTimelineView } from "../transfers/transfer-timeline.tsx";
import { WorkPanel } from "../work/work-panel.tsx";
import { DecisionButtons } from "./decision-buttons.tsx";
import { DualApprovalNotice } from "./dual-approval-notice.tsx";
import { EndLines } from "./end-lines.tsx";
import type { HeldTransfer } from "./held.ts";
import { holdWords } from "./held-words.ts";
import { SanctionsComparison } from "./sanctions-comparison.tsx";

/** One transfer that is or was held, and the decision on it. */
export function HeldTransferPage() {
  const transferId = usePageParam("transferId");
  const live = useLive();
  const shown = useQuery({
    queryKey: ["held-transfers", transferId],
    queryFn: ({ signal }) =>
      get("/console/api/held/transfers/{transfer_id}", {
        params: { path: { transfer_id: transferId } },
        signal,
      }),
    ...live,
  });
  const timeline = useQuery({
    queryKey: ["held-timeline", transferId],
    queryFn: ({ signal }) =>
      get("/console/api/held/transfers/{transfer_id}/timeline", {
        params: { path: { transfer_id: transferId } },
        signal,
      }),
    ...live,
  });
  const back = <PageLink to="/ops/held">Held funds</PageLink>;
  if (timeline.data === undefined || shown.data === undefined) {
    return (
      <Page title="Held transfer" back={back}>
        <ErrorNotice error={timeline.error ?? shown.error} title="Couldn't load the transfer" />
        <SkeletonLines count={6} />
      </Page>
    );
  }
  return <LoadedHeld held={shown.data.transfer ?? undefined} timeline={timeline.data} back={back} />;
}

interface LoadedHeldProps {
  /** Undefined once it is decided. */
  readonly held: HeldTransfer | undefined;
  readonly timeline: TransferTimeline;
  readonly back: ReactNode;
}

function LoadedHeld({ held, timeline, back }: LoadedHeldProps) {
  const { transfer, entries, parties } = timeline;
  return (
    <MoneyPage
      noun="transfer"
      id={transfer.id}
      amount={{ value: transfer.amount, currency: transfer.currency }}
      status={held === undefined ? transfer.status : "held"}
      reason={held === undefined ? failureWords(transfer, entries) : titleReason(held)}
      {...transferParties(timeline, () => undefined)}
      back={back}
      network={held?.network}
      actions={
        held === undefined ? undefined : (
          <FreezeDialog
            network={held.network}
            addresses={freezableAddresses(transfer, parties)}
            preselected={heldAddress(held, parties)}
          />
        )
      }
      steps={transferSteps(transfer, entries)}
      notices={held === undefined ? <Decided status={transfer.status} /> : <DualApprovalNotice held={held} />}
      side={
        held === undefined ? null : (
          <Section title="Details">
            <HeldFacts held={held} />
          </Section>
        )
      }
    >
      {held === undefined ? null : <HoldReason held={held} />}
      <WorkPanel kind="held_transfer" id={transfer.id} />
      <Section title="Timeline" description="Operator view. Customers don't see that the transfer was held.">
        <TransferTimelineView timeline={timeline} />
      </Section>
    </MoneyPage>
  );
}

function Decided({ status }: { readonly status: string }) {
  return (
    <Text component="div">
      No longer held: <StatusBadge status={status} />
    </Text>
  );
}

/** "sanctions match at the destination" */
/** The address with the sanctions match. */
function heldAddress(
  { held_end: end }: HeldTransfer,
  parties: TransferTimeline["parties"],
): string | undefined {
  return end === null ? undefined : (parties[end].address ?? undefined);
}

function titleReason(held: HeldTransfer): string {
  return holdWords(held).toLowerCase().replace(": ", " at the ");
}

function HoldReason({ held }: { readonly held: HeldTransfer }) {
  const decide = useDecisions(held.id);
  return (
    <Section title={holdWords(held)} actions={<DecisionButtons held={held} noun="transfer" {...decide} />}>
      <Compared held={held} />
    </Section>
  );
}

function Compared({ held }: { readonly held: HeldTransfer }) {
  const { held_end: end } = held;
  if (end === null) return null;
  return (
    <SanctionsComparison noun="transfer" held={held}>
      <EndLines end={held[end]} />
    </SanctionsComparison>
  );
}

function HeldFacts({ held }: { readonly held: HeldTransfer }) {
  const { tenant_id: tenantId, network, account_id: accountId } = held;
  return (
    <Facts
      items={[
        ["USD value", <Amount key="dollars" value={held.dollars} asset="USD" inline />],
        ["From", <EndLines key="from" end={held.source} />],
        ["To", <EndLines key="to" end={held.destination} />],
        [
          "Account",
          <PageLink key="account" to={workspacePath(tenantId, network, "accounts", accountId)}>
            {held.account_name ?? accountId}
          </PageLink>,
        ],
        ["Tenant", held.tenant_name ?? tenantId],
        ["Network", <StatusBadge key="network" status={network} tone="neutral" />],
        ["Held since", <When key="created" at={held.created_at} />],
      ]}
    />
  );
}

function useDecisions(id: string) {
  const queryClient = useQueryClient();
  const path = { transfer_id: id };
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: ["held-transfers"] });
    await queryClient.invalidateQueries({ queryKey: ["held-timeline", id] });
  };
  return {
    onRelease: async (reason: string) => {
      const response = await send("post", "/console/api/held/transfers/{transfer_id}/release", {
        params: { path },
        body: { reason },
      });
      await refresh();
      return response.step === "held" ? ("requested" as const) : ("released" as const);
    },
    onWithdraw: async (reason: string) => {
      await send("post", "/console/api/held/transfers/{transfer_id}/withdraw-release", {
        params: { path },
        body: { reason },
      });
      toastSuccess("Release request withdrawn.");
      await refresh();
    },
    onReject: async (reason: string) => {
      await send("post", "/console/api/held/transfers/{transfer_id}/reject", {
        params: { path },
        body: { reason },
      });
      toastSuccess("Transfer rejected.");
      await refresh();
    },
  };
}
