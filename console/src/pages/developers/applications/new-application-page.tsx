import { Alert, Badge, Button, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../../api/client.ts";
import { AccountPicker } from "../../../kit/account-picker.tsx";
import { ConsoleLink } from "../../../kit/console-link.tsx";
import { ErrorNotice } from "../../../kit/error-notice.tsx";
import { Form } from "../../../kit/form.tsx";
import { maxLengths } from "../../../kit/generated/max-lengths.ts";
import { Page } from "../../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { useWorkspace, type Workspace } from "../../../workspace/use-workspace.ts";
import { type ApiAccess, accessQuery } from "../access-query.ts";
import { useSecret } from "../use-secret.ts";
import type { Application } from "./application-queries.ts";
import { type MadeSecret, NewCredentials } from "./new-credentials.tsx";
import { readOnlyPreset, scopesOf } from "./scope-choice.ts";
import { ScopePicker } from "./scope-picker.tsx";

/** Creates an application from a name, account and scopes, then shows its secret once. */
export function NewApplicationPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const [made, setMade] = useSecret<MadeSecret>();
  const { data: access, error, refetch } = useQuery(accessQuery(workspace));
  const back = <PageLink to={link("applications")}>Applications</PageLink>;
  if (made !== undefined) return <MadePage made={made} />;
  return (
    <Page
      title="New application"
      description={`An API client on ${workspace.network} with its own client ID and secret.`}
      back={back}
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {access === undefined ? <Skeleton h={400} /> : <NewApplicationForm access={access} onMade={setMade} />}
    </Page>
  );
}

interface NewApplicationFormProps {
  readonly access: ApiAccess;
  readonly onMade: (made: MadeSecret) => void;
}

function NewApplicationForm({ access, onMade }: NewApplicationFormProps) {
  const workspace = useWorkspace();
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [accountId, setAccountId] = useState(workspace.tenantId);
  const [scopes, setScopes] = useState<readonly string[]>(() => scopesOf(readOnlyPreset, access.scopes));
  const create = async () => {
    const application = {
      name,
      accountId,
      scopes: access.scopes.map((scope) => scope.name).filter(isIn(scopes)),
    };
    const made = await createApplication(workspace, application);
    await queryClient.invalidateQueries({ queryKey: ["applications"] });
    onMade(made);
  };
  return (
    <Form
      label="Create application"
      disabled={scopes.length === 0 || name.trim() === ""}
      gap="lg"
      staysInView
      onSubmit={create}
    >
      <NetworkNotice />
      <Section title="Details">
        <Stack gap="md" maw={520}>
          <TextInput
            label="Name"
            description="Identifies the application in the console."
            required
            maxLength={maxLengths.createApplication.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <AccountPicker
            label="Account"
            description="The application acts for this account. With the workspace's own account, it also has access to managed accounts."
            value={accountId}
            onChange={setAccountId}
          />
        </Stack>
      </Section>
      <Section title="Scopes" description="Grant only what it needs. You can change them later.">
        <ScopePicker scopes={access.scopes} chosen={scopes} onChange={setScopes} />
        {scopes.length === 0 ? (
          <Text size="sm" c="dimmed">
            Choose at least one scope.
          </Text>
        ) : null}
      </Section>
    </Form>
  );
}

function isIn(chosen: readonly string[]): (scope: string) => boolean {
  return (scope) => chosen.includes(scope);
}

interface NewApplication {
  readonly name: string;
  readonly accountId: string;
  readonly scopes: Application["scopes"];
}

/** Sent without an Idempotency-Key, so that the response with the secret is never stored. */
async function createApplication(
  { params }: Workspace,
  { name, accountId, scopes }: NewApplication,
): Promise<MadeSecret> {
  const response = await send("post", "/console/api/workspaces/{tenant_id}/{network}/applications", {
    params: { path: params },
    body: { name, account_id: accountId, scopes },
  });
  return { application: response.application, clientSecret: response.client_secret, previousEnds: null };
}

function NetworkNotice() {
  const { network } = useWorkspace();
  const isReal = network === "mainnet";
  return (
    <Alert
      color={isReal ? "red" : "blue"}
      title={
        <Group gap="xs">
          For
          <Badge variant="outline" color={isReal ? "red" : "blue"} tt="none">
            {network}
          </Badge>
        </Group>
      }
    >
      {isReal
        ? "It moves real money and works only on mainnet."
        : "It moves test money and works only on testnet. Mainnet requires a separate application."}
    </Alert>
  );
}

function MadePage({ made }: { readonly made: MadeSecret }) {
  const link = useWorkspaceLink();
  const { client_id, name } = made.application;
  return (
    <Page
      title={`${name} is ready`}
      description="Store the secret before you leave this page: it is not shown again."
      actions={
        <Button variant="default" component={ConsoleLink} to={link("applications", client_id)}>
          Open application
        </Button>
      }
    >
      <NewCredentials {...made} />
    </Page>
  );
}
