import { Alert, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { get } from "../../api/client.ts";
import { AccountLink } from "../../kit/account-link.tsx";
import { AddressLink } from "../../kit/address-link.tsx";
import { ApiFold } from "../../kit/api-fold.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { placeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { When } from "../../kit/when.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { ObjectRequest } from "../developers/requests/object-request.tsx";
import { SimulateMoney } from "../transfers/simulate-money.tsx";
import { WireInstructions } from "../transfers/wire-instructions.tsx";
import { type Automation, sourceWords } from "./automation.ts";
import { AutomationActions } from "./automation-actions.tsx";
import { AutomationTransfers } from "./automation-transfers.tsx";

/** One automation: funding instructions, details, transfers and actions. */
export function AutomationPage() {
  const { params } = useWorkspace();
  const link = useWorkspaceLink();
  const accountId = usePageParam("accountId");
  const automationId = usePageParam("automationId");
  const { data, error, refetch } = useQuery({
    queryKey: ["automation", params, accountId, automationId],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/automations/{automation_id}", {
        params: { path: { ...params, account_id: accountId, automation_id: automationId } },
        signal,
      }),
    ...useLive(),
  });
  return (
    <Page
      title={data?.name ?? "Automation"}
      back={<PageLink to={`${link("automations")}?account=${accountId}`}>Automations</PageLink>}
      actions={data === undefined ? undefined : <AutomationActions accountId={accountId} automation={data} />}
    >
      <ErrorNotice error={error} title="Couldn't load the automation" onRetry={refetch} />
      {data === undefined && error === null ? <SkeletonLines count={8} /> : null}
      {data === undefined ? null : (
        <Stack gap="md">
          <Problem automation={data} />
          <Instructions accountId={accountId} automation={data} />
          <Section title="Details">
            <AutomationFacts accountId={accountId} automation={data} />
          </Section>
          <AutomationTransfers accountId={accountId} automationId={automationId} />
          <ApiFold request={{ path: `/accounts/${accountId}/automations/${automationId}` }} />
        </Stack>
      )}
    </Page>
  );
}

function Problem({ automation: { last_problem: problem } }: { readonly automation: Automation }) {
  if (problem === null) return null;
  return (
    <Alert
      color="yellow"
      title="Incoming funds could not be forwarded"
      icon={<TriangleAlert size={18} aria-hidden />}
    >
      {problem.detail} It is retried automatically. Last attempt: <When at={problem.occurred_at} />.
    </Alert>
  );
}

const simulatedAmount = "100.00";

interface AutomationOfAccount {
  readonly accountId: string;
  readonly automation: Automation;
}

function Instructions({ accountId, automation: { id, source, status } }: AutomationOfAccount) {
  if (status === "archived") return null;
  if (source.funding_instructions !== undefined) {
    return (
      <WireInstructions instructions={source.funding_instructions}>
        <SimulateMoney accountId={accountId} to={{ automation_id: id }} amount={simulatedAmount} />
      </WireInstructions>
    );
  }
  if (typeof source.address !== "string") return null;
  return (
    <Section
      title="Deposit address"
      description={`Send only ${placeWords({ value_type: source.value_type, transfer_type: source.transfer_type ?? "" })}.`}
    >
      <CopyId id={source.address} of="address" full />
    </Section>
  );
}

function AutomationFacts({ accountId, automation }: AutomationOfAccount) {
  const { destination } = automation;
  return (
    <Facts
      items={[
        ["ID", <CopyId key="id" id={automation.id} of="automation" full />],
        ["Status", <StatusBadge key="status" status={automation.status} />],
        ["Source", sourceWords(automation)],
        ["Destination", placeWords(destination)],
        [
          "Destination address",
          <AddressLink key="address" accountId={accountId} addressId={destination.address_id} />,
        ],
        ["Account", <AccountLink key="account" accountId={accountId} />],
        ["API request", <ObjectRequest key="request" objectId={automation.id} />],
        ["Created", <When key="created" at={automation.created_at} />],
        ["Updated", <When key="updated" at={automation.updated_at} />],
      ]}
    />
  );
}
