import { Alert, Box, Group, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import { workspacePath } from "../../workspace/workspace-path.ts";
import { WorkPanel } from "../work/work-panel.tsx";
import { ageWords, targetWords, type WholeClaim } from "./claim.ts";
import { SettleDialog } from "./settle-dialog.tsx";

/** A claim, its settlements, and the ways to settle it. */
export function ClaimPage() {
  const claimId = usePageParam("claimId");
  const { data, error, refetch } = useQuery({
    queryKey: ["claims", claimId],
    queryFn: ({ signal }) =>
      get("/console/api/claims/{claim_id}", { params: { path: { claim_id: claimId } }, signal }),
    ...useLive(),
  });
  return (
    <Page title="Claim" back={<PageLink to="/ops/claims">Claims</PageLink>} network={data?.network}>
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <SkeletonLines count={8} /> : null}
      {data === undefined ? null : <ClaimSections claim={data} />}
      <Box mt="md">
        <WorkPanel kind="claim" id={claimId} />
      </Box>
    </Page>
  );
}

function ClaimSections({ claim }: { readonly claim: WholeClaim }) {
  return (
    <Stack gap="md">
      <RequestNotice claim={claim} />
      <Section title="Details" actions={claim.status === "open" ? <Actions claim={claim} /> : null}>
        <ClaimFacts claim={claim} />
      </Section>
      <Section title="Settlements" flush>
        <DataTable
          label="Settlements"
          columns={columns}
          rows={claim.settlements}
          rowKey={({ id }) => id}
          empty={
            <Empty title="No settlements">
              A payment in suspense repays the claim when you match it to claims/{claim.id}.
            </Empty>
          }
        />
      </Section>
    </Stack>
  );
}

function Actions({ claim }: { readonly claim: WholeClaim }) {
  const mayDecide = useCan("claims.decide");
  const disabledReason = mayDecide ? undefined : "Your role can't settle claims.";
  return (
    <Group gap="xs">
      <SettleDialog way="repay" claim={claim} disabledReason={disabledReason} />
      <SettleDialog way="offset" claim={claim} disabledReason={disabledReason} />
      <SettleDialog way="write-off" claim={claim} disabledReason={disabledReason} />
    </Group>
  );
}

function RequestNotice({ claim }: { readonly claim: WholeClaim }) {
  const queryClient = useQueryClient();
  const mayDecide = useCan("claims.decide");
  const { request } = claim;
  if (request === null) return null;
  const who = request.is_yours ? "You" : (request.requested_by_name ?? "Another operator");
  return (
    <Alert color="yellow" title="A settlement awaits approval">
      <Stack gap="xs" align="flex-start">
        {who} requested {targetWords(request.target)}: “{request.reason}”.{" "}
        {request.is_yours ? "Another operator must approve it." : "Send the same settlement to approve it."}
        <ConfirmButton
          label="Withdraw request"
          title="Withdraw the request?"
          explain="The claim stays open. A new settlement can be requested at any time."
          reasonLength={maxLengths.withdrawClaimRequest.reason}
          disabledReason={mayDecide ? undefined : "Your role can't settle claims."}
          onConfirm={async (reason) => {
            await send("post", "/console/api/claims/{claim_id}/withdraw-request", {
              params: { path: { claim_id: claim.id } },
              body: { reason },
            });
            toastSuccess("Request withdrawn.");
            await queryClient.invalidateQueries({ queryKey: ["claims"] });
          }}
        />
      </Stack>
    </Alert>
  );
}

function ClaimFacts({ claim }: { readonly claim: WholeClaim }) {
  const { tenant_id: tenantId, network, account_id: accountId } = claim;
  return (
    <Facts
      items={[
        ["ID", <CopyId key="id" id={claim.id} of="claim" full />],
        ["Status", <StatusBadge key="status" status={claim.status} />],
        ["Amount", <Amount key="amount" value={claim.amount} asset="USD" inline />],
        ["Remaining", <Amount key="remaining" value={claim.remaining} asset="USD" inline />],
        [
          "Being offset",
          claim.pending === "0.00" ? null : <Amount key="p" value={claim.pending} asset="USD" inline />,
        ],
        ["Return code", claim.return_code],
        ["Token", claim.value_type],
        [
          "Account",
          <PageLink key="account" to={workspacePath(tenantId, network, "accounts", accountId)}>
            {claim.account_name ?? accountId}
          </PageLink>,
        ],
        [
          "Transfer",
          <PageLink key="transfer" to={workspacePath(tenantId, network, "transfers", claim.transfer_id)}>
            {claim.transfer_id}
          </PageLink>,
        ],
        ["Debited bank account", <CopyId key="address" id={claim.address_id} of="address" full />],
        ["Tenant", claim.tenant_name ?? tenantId],
        ["Age", ageWords(claim.age)],
        ["Opened", <When key="opened" at={claim.opened_at} />],
        ["Closed", claim.closed_at === null ? null : <When key="closed" at={claim.closed_at} />],
      ]}
    />
  );
}

const columns: readonly Column<WholeClaim["settlements"][number]>[] = [
  { header: "Created", cell: ({ created_at }) => <When at={created_at} /> },
  {
    header: "Type",
    cell: ({ type }) => ({ repay: "Repayment", offset: "Offset", write_off: "Write-off" })[type],
  },
  { header: "Amount", align: "right", cell: ({ amount }) => <Amount value={amount} asset="USD" /> },
  { header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { header: "Source", cell: ({ source }) => source },
  { header: "Reason", cell: ({ reason, failure_reason }) => failure_reason ?? reason },
];
