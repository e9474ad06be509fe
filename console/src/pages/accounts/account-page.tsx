import { Button, Group, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { AccountBalances } from "../addresses/account-balances.tsx";
import { BusinessPanel } from "../reviews/business-panel.tsx";
import { UsersPanel } from "../reviews/individuals-panel.tsx";
import { type AccountRecord, accountRecordQuery } from "./account.ts";
import { AuditSection } from "./audit-section.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { SimulateOutcome } from "./simulate-outcome.tsx";
import { VerificationSection } from "./verification-section.tsx";

/** Details of one account. */
export function AccountPage() {
  const accountId = usePageParam("accountId");
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const { data, error, refetch } = useQuery({ ...accountRecordQuery(workspace, accountId), ...useLive() });
  const back = <PageLink to={link("accounts")}>Accounts</PageLink>;
  if (data === undefined) {
    return (
      <Page title="Account" back={back}>
        {error === null ? <Skeleton height={400} /> : <ErrorNotice error={error} onRetry={refetch} />}
      </Page>
    );
  }
  return (
    <Page
      title={data.name}
      back={back}
      description={<StatusBadge status={data.status} />}
      actions={<Actions account={data} />}
    >
      <Account account={data} />
    </Page>
  );
}

function Account({ account }: { readonly account: AccountRecord }) {
  const { can } = useWorkspace();
  const { profile, verification } = account;
  return (
    <Stack gap="lg">
      <Summary account={account} />
      {can("addresses:read") ? <AccountBalances accountId={account.id} /> : null}
      {verification === null ? null : (
        <VerificationSection
          verification={verification}
          simulate={account.status === "pending" ? <SimulateOutcome accountId={account.id} /> : null}
        />
      )}
      {profile === null ? null : <BusinessPanel review={{ profile, name: account.name }} />}
      {profile === null ? null : <UsersPanel review={{ profile }} />}
      {can("audit.read") ? <AuditSection accountId={account.id} /> : null}
    </Stack>
  );
}

function Summary({ account }: { readonly account: AccountRecord }) {
  return (
    <Section title="Details">
      <Facts
        items={[
          ["ID", <CopyId key="id" id={account.id} of="account" full />],
          ["Type", account.kind === "managing" ? "Managing: your own account, on both networks" : "Managed"],
          ["Legal name", account.business_name],
          ["Self-attested", account.self_attested ? "Yes: it attests the tokens it issues" : "No"],
          ["Created", <When key="created" at={account.created} exact />],
          ["Updated", <When key="changed" at={account.updated} />],
        ]}
      />
    </Section>
  );
}

function Actions({ account }: { readonly account: AccountRecord }) {
  const link = useWorkspaceLink();
  const { can } = useWorkspace();
  const mayReview = useCan("reviews.read");
  return (
    <Group gap="xs">
      {account.verification !== null && mayReview ? (
        <Button component={ConsoleLink} to={`/ops/reviews/${account.id}`} variant="default">
          Open review
        </Button>
      ) : null}
      {can("addresses:read") ? (
        <Button component={ConsoleLink} to={`${link("addresses")}?account=${account.id}`} variant="default">
          Addresses
        </Button>
      ) : null}
      <RenameDialog account={account} />
    </Group>
  );
}
