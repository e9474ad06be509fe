import { Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { SavedViews } from "../../kit/list/saved-views.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { PagingBar } from "../../kit/paging-bar.tsx";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import { FreezeDialog } from "../tokens/freeze-dialog.tsx";
import { WorkButton, WorkDrawer } from "../work/work-drawer.tsx";
import { DecisionButtons } from "./decision-buttons.tsx";
import { DualApprovalNotice } from "./dual-approval-notice.tsx";
import { RuleOfTwo } from "./dual-approval-rule.tsx";
import type { HeldDeposit } from "./held.ts";
import { SanctionsComparison } from "./sanctions-comparison.tsx";

/** Deposits from sanctioned addresses. There are few, so each is shown in full. */
export function HeldDeposits() {
  const { query, order, pagingOf } = useListPlace("created_at");
  const { data, error, refetch } = useQuery({
    queryKey: ["held-deposits", query],
    queryFn: ({ signal }) => get("/console/api/held/deposits", { params: { query }, signal }),
    ...useLive(),
  });
  const paging = pagingOf(data?.pagination);
  return (
    <Section
      title="Sanctions match on the sender"
      description={<RuleOfTwo response={data} />}
      actions={
        <>
          <SavedViews list="held-deposits" />
          {order.dates}
        </>
      }
    >
      <ErrorNotice error={error} onRetry={refetch} />
      {data === undefined && error === null ? <SkeletonLines count={6} /> : null}
      {data?.deposits.length === 0 ? (
        <Empty title="No held deposits">
          Deposits from sanctioned addresses are held. They are not returned: they stay in custody until an
          operator releases them.
        </Empty>
      ) : null}
      <Stack gap="md">
        {data?.deposits.map((deposit) => (
          <HeldDepositCard key={deposit.id} deposit={deposit} />
        ))}
      </Stack>
      {paging === undefined ? null : <PagingBar paging={paging} label="Held deposits" />}
      <WorkDrawer kind="held_deposit" />
    </Section>
  );
}

function HeldDepositCard({ deposit }: { readonly deposit: HeldDeposit }) {
  const { chain, sender, tenant_name: tenantName, tenant_id: tenantId } = deposit;
  const decide = useDecisions(deposit.id);
  return (
    <Section
      title={`${deposit.amount} ${deposit.currency} on ${transferTypeWords(chain)}`}
      actions={
        <>
          <WorkButton id={deposit.id} />
          <DecisionButtons held={deposit} noun="deposit" {...decide} />
          {sender === null ? null : (
            <FreezeDialog
              network={deposit.network}
              addresses={[
                { label: "Sender of the deposit", address: sender, chains: [chain], token: deposit.currency },
              ]}
            />
          )}
        </>
      }
    >
      <Stack gap="sm">
        <DualApprovalNotice held={deposit} />
        <SanctionsComparison noun="deposit" held={deposit}>
          <Text size="sm" component="div">
            {sender === null ? "Multiple possible senders" : <CopyId id={sender} of="sender" full />}
          </Text>
        </SanctionsComparison>
        <Facts
          items={[
            ["ID", <CopyId key="id" id={deposit.id} of="deposit" />],
            ["USD value", <Amount key="dollars" value={deposit.dollars} asset="USD" inline />],
            ["Transaction", <CopyId key="transaction" id={deposit.transaction_id} of="transaction" />],
            ["Account", deposit.account_name ?? deposit.account_id],
            ["Tenant", tenantName ?? tenantId],
            ["Network", <StatusBadge key="network" status={deposit.network} tone="neutral" />],
            ["Held since", <When key="created" at={deposit.created_at} />],
          ]}
        />
      </Stack>
    </Section>
  );
}

function useDecisions(id: string) {
  const queryClient = useQueryClient();
  const path = { deposit_id: id };
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["held-deposits"] });
  return {
    onRelease: async (reason: string) => {
      const response = await send("post", "/console/api/held/deposits/{deposit_id}/release", {
        params: { path },
        body: { reason },
      });
      await refresh();
      return response.status === "held" ? ("requested" as const) : ("released" as const);
    },
    onWithdraw: async (reason: string) => {
      await send("post", "/console/api/held/deposits/{deposit_id}/withdraw-release", {
        params: { path },
        body: { reason },
      });
      toastSuccess("Release request withdrawn.");
      await refresh();
    },
  };
}
