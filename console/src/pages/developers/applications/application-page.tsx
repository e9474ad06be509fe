import { Group, List, Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { send } from "../../../api/client.ts";
import { AccountLink } from "../../../kit/account-link.tsx";
import { ConfirmButton } from "../../../kit/confirm-button.tsx";
import { CopyButton } from "../../../kit/copy-button.tsx";
import { CopyId } from "../../../kit/copy-id.tsx";
import { ErrorNotice } from "../../../kit/error-notice.tsx";
import { Facts } from "../../../kit/facts.tsx";
import { networkWords } from "../../../kit/network-words.ts";
import { Page } from "../../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import { toastSuccess } from "../../../kit/toast.ts";
import { usePageParam } from "../../../kit/use-page-param.ts";
import { When } from "../../../kit/when.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { accessQuery } from "../access-query.ts";
import { RotateButton } from "../rotate-button.tsx";
import { useSecret } from "../use-secret.ts";
import { type Application, applicationQuery } from "./application-queries.ts";
import { KeysSection } from "./keys-section.tsx";
import { type MadeSecret, NewCredentials } from "./new-credentials.tsx";
import { RestrictionsSection } from "./restrictions-section.tsx";
import { ScopesSection } from "./scopes-section.tsx";
import { SecretExpiryButton } from "./secret-expiry-button.tsx";
import { whyNotHeld } from "./why-not-held.ts";

export function ApplicationPage() {
  const link = useWorkspaceLink();
  const id = usePageParam("applicationId");
  const { data, error, refetch } = useQuery(applicationQuery(useWorkspace(), id));
  const [made, setMade] = useSecret<MadeSecret>();
  const back = <PageLink to={link("applications")}>Applications</PageLink>;
  if (data === undefined) {
    return (
      <Page title="Application" back={back}>
        {error === null ? <Skeleton h={240} /> : <ErrorNotice error={error} onRetry={refetch} />}
      </Page>
    );
  }
  return (
    <Page
      title={data.name}
      description={`An application on ${data.network}.`}
      back={back}
      actions={data.revoked === null ? <Actions application={data} onMade={setMade} /> : undefined}
    >
      {made === undefined ? null : <NewCredentials {...made} />}
      <Overview application={data} />
      <ScopesSection application={data} />
      <RestrictionsSection application={data} />
      <KeysSection application={data} />
    </Page>
  );
}

const revokePath = "/console/api/workspaces/{tenant_id}/{network}/applications/{application_id}/revoke";
const rotatePath =
  "/console/api/workspaces/{tenant_id}/{network}/applications/{application_id}/rotate-secret";

interface ActionsProps {
  readonly application: Application;
  readonly onMade: (made: MadeSecret) => void;
}

function Actions({ application, onMade }: ActionsProps) {
  const workspace = useWorkspace();
  const queryClient = useQueryClient();
  const { data: access } = useQuery(accessQuery(workspace));
  const params = { path: { ...workspace.params, application_id: application.client_id } };
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["applications"] });
  const rotate = async (overlapSeconds: number) => {
    const response = await send("post", rotatePath, { params, body: { overlap_seconds: overlapSeconds } });
    onMade({
      application: response.application,
      clientSecret: response.client_secret,
      previousEnds: overlapSeconds === 0 ? null : response.previous_secret_ends,
    });
    await refresh();
  };
  const revoke = async () => {
    await send("post", revokePath, { params });
    toastSuccess(`${application.name} is revoked.`);
    await refresh();
  };
  return (
    <>
      <RotateButton
        explain="You get a new secret, shown once. The previous secret stays valid for the overlap, so that you can switch without downtime. A secret that was already expiring is revoked now."
        maxOverlapSeconds={access?.max_overlap_seconds ?? 0}
        disabledReason={whyNotHeld(workspace, application)}
        onRotate={rotate}
      />
      <SecretExpiryButton application={application} />
      <ConfirmButton
        label="Revoke"
        title={`Revoke ${application.name}?`}
        danger
        icon={<Trash2 size={16} aria-hidden />}
        disabledReason={
          workspace.can("applications.write") ? undefined : "Your role can't revoke applications"
        }
        explain="It can't get new tokens, and its active tokens are revoked within seconds. This can't be undone: a program that still needs access needs a new application."
        onConfirm={revoke}
      />
    </>
  );
}

function Overview({ application }: { readonly application: Application }) {
  const { can } = useWorkspace();
  const link = useWorkspaceLink();
  const { client_id, account_id, network, created, revoked, last_used, secrets } = application;
  const requests = `${link("requests")}?application=${client_id}`;
  return (
    <Section title="Overview">
      <Facts
        items={[
          [
            "Status",
            revoked === null ? (
              <StatusBadge key="s" status="active" tone="good" />
            ) : (
              <Revoked key="s" at={revoked} />
            ),
          ],
          ["Client ID", <CopyId key="id" id={client_id} of="client" full />],
          ["Account", <AccountFact key="account" id={account_id} />],
          ["Network", networkWords[network]],
          ["Created", <When key="created" at={created} />],
          ["Last used", last_used === null ? "No recorded use" : <When key="used" at={last_used} />],
          ["Active secrets", secrets.length === 0 ? "None" : <SecretList key="secrets" secrets={secrets} />],
          [
            "Requests",
            can("requests.read") ? (
              <PageLink key="r" to={requests}>
                View requests
              </PageLink>
            ) : null,
          ],
        ]}
      />
    </Section>
  );
}

function Revoked({ at }: { readonly at: string }) {
  return (
    <Group gap="xs">
      <StatusBadge status="revoked" /> <When at={at} />
    </Group>
  );
}

function AccountFact({ id }: { readonly id: string }) {
  return (
    <Group gap="xs">
      <AccountLink accountId={id} />
      <CopyButton value={id} label="Copy account ID" />
    </Group>
  );
}

function SecretList({ secrets }: Pick<Application, "secrets">) {
  return (
    <List size="sm" listStyleType="none">
      {secrets.map(({ created, ends }) => (
        <List.Item key={created}>
          Created <When at={created} />
          {ends === null ? (
            ", active"
          ) : (
            <>
              , expires <When at={ends} />
            </>
          )}
        </List.Item>
      ))}
    </List>
  );
}
