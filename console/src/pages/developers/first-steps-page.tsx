import { Anchor, Button, Group, List, Text } from "@mantine/core";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { Curl } from "../../kit/curl.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";

/** Quickstart: from creating an application to the first API call, with copyable commands. */
export function FirstStepsPage() {
  const workspace = useWorkspace();
  // As in all examples of the console: the origin that works in this browser.
  const api = window.location.origin;
  return (
    <Page
      title="Quickstart"
      description={`Call the API of ${workspace.name} on ${workspace.network} from a terminal.`}
    >
      <ApplicationSection />
      <Section
        title="2. Access token"
        description="Valid for one hour. Replace the client ID and secret with your own."
      >
        <Curl label="Request a token" request={tokenLine(`${api}/oauth2/token`)} />
      </Section>
      <Section title="3. First request" description="Send the token with every request.">
        <Curl label="Get your account" request={callLine(`${api}/accounts/${workspace.tenantId}`)} />
      </Section>
      <EventsSection api={api} />
      <Reference />
    </Page>
  );
}

function ApplicationSection() {
  const { can } = useWorkspace();
  const link = useWorkspaceLink();
  return (
    <Section title="1. Application" description="Its client ID and secret authenticate your program.">
      <Group>
        {can("applications.write") ? (
          <Button component={ConsoleLink} to={link("applications", "new")}>
            New application
          </Button>
        ) : (
          <Text size="sm">Ask a team member whose role can create applications.</Text>
        )}
      </Group>
    </Section>
  );
}

function EventsSection({ api }: { readonly api: string }) {
  const { tenantId } = useWorkspace();
  const link = useWorkspaceLink();
  return (
    <Section title="4. Events" description="Stream events as they occur, or receive them through a webhook.">
      <Curl label="Stream events" request={followLine(`${api}/accounts/${tenantId}/events`)} />
      <List size="sm" mt="sm">
        <List.Item>
          <PageLink to={link("events")}>Events</PageLink>, live in the console
        </List.Item>
        <List.Item>
          <PageLink to={link("webhooks")}>Webhooks</PageLink>, signed and retried
        </List.Item>
        <List.Item>
          <PageLink to={link("requests")}>API requests</PageLink>, with the result of each
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
