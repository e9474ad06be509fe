import { Anchor, Button, Group, List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { Curl } from "../../kit/curl.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { accessQuery } from "./access-query.ts";

/** From nothing to a program that uses the API, with lines that can be copied. */
export function FirstStepsPage() {
  const workspace = useWorkspace();
  const { data: access } = useQuery(accessQuery(workspace));
  const api = access?.api_url ?? window.location.origin;
  const tokenUrl = access?.token_url ?? `${api}/oauth2/token`;
  return (
    <Page
      title="First steps"
      description={`Use the API of ${workspace.name} on ${workspace.network} from a terminal.`}
    >
      <FirstApplication />
      <Section
        title="2. An access token"
        description="It is good for an hour. Put your own id and secret into the line."
      >
        <Curl label="Ask for a token" request={tokenLine(tokenUrl)} />
      </Section>
      <Section title="3. A call" description="Every request carries the token.">
        <Curl label="Look at your account" request={callLine(`${api}/accounts/${workspace.tenantId}`)} />
      </Section>
      <WhatHappens api={api} />
      <Reference />
    </Page>
  );
}

function FirstApplication() {
  const { can } = useWorkspace();
  const link = useWorkspaceLink();
  return (
    <Section
      title="1. An application"
      description="Its client id and its secret are how a program proves itself."
    >
      <Group>
        {can("applications.write") ? (
          <Button component={ConsoleLink} to={link("applications", "new")}>
            New application
          </Button>
        ) : (
          <Text size="sm">Ask somebody in your team whose role may create applications.</Text>
        )}
      </Group>
    </Section>
  );
}

function WhatHappens({ api }: { readonly api: string }) {
  const { tenantId } = useWorkspace();
  const link = useWorkspaceLink();
  return (
    <Section
      title="4. What happens"
      description="Follow events as they happen, or let a webhook tell your program."
    >
      <Curl label="Follow events" request={followLine(`${api}/accounts/${tenantId}/events`)} />
      <List size="sm" mt="sm">
        <List.Item>
          <PageLink to={link("events")}>Events</PageLink>, live in the console
        </List.Item>
        <List.Item>
          <PageLink to={link("webhooks")}>Webhooks</PageLink>, signed and tried again
        </List.Item>
        <List.Item>
          <PageLink to={link("requests")}>API requests</PageLink>, with what came of each
        </List.Item>
      </List>
    </Section>
  );
}

function Reference() {
  return (
    <Section title="Reference">
      <Text size="sm">
        Every endpoint with its schema and examples is in the{" "}
        <Anchor href="/docs" target="_blank" rel="noreferrer" inherit>
          API reference
        </Anchor>
        .
      </Text>
    </Section>
  );
}

function tokenLine(tokenUrl: string): string {
  return [
    `TOKEN=$(curl -s -u 'CLIENT_ID:CLIENT_SECRET' -d grant_type=client_credentials \\`,
    `  '${tokenUrl}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  ].join("\n");
}

function callLine(url: string): string {
  return `curl '${url}' -H "Authorization: Bearer $TOKEN"`;
}

function followLine(url: string): string {
  return [
    `curl -N '${url}?include_managed=true' \\`,
    `  -H "Authorization: Bearer $TOKEN" -H 'Accept: text/event-stream'`,
  ].join("\n");
}
