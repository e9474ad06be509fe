import { Button, Group, Skeleton } from "@mantine/core";
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
import { ObjectRequest } from "../developers/requests/object-request.tsx";
import { type AccountRecord, accountRecordQuery } from "./account.ts";
import { AccountTabs } from "./account-tabs.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { StatementDialog } from "./statement-dialog.tsx";

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
      <AccountTabs account={data} overview={<Summary account={data} />} />
    </Page>
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
          ["API request", <ObjectRequest key="request" objectId={account.id} />],
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
      {can("transfers:write") ? (
        <Button
          component={ConsoleLink}
          to={`${link("transfers", "new")}?account=${account.id}`}
          variant="default"
        >
          New transfer
        </Button>
      ) : null}
      <StatementDialog account={account} />
      <RenameDialog account={account} />
    </Group>
  );
}
