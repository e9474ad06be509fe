import { List, ListItem, Text, ThemeIcon, VisuallyHidden } from "@mantine/core";
import { Check, Circle } from "lucide-react";
import type { ReactNode } from "react";
import { Curl } from "../../kit/curl.tsx";
import type { CurlRequest } from "../../kit/curl-line.ts";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { Home } from "./home.ts";

/** Whether the workspace has no application or no transfer yet. */
export function isNew({ first_steps }: Home): boolean {
  return !(first_steps.has_application && first_steps.has_transfer);
}

/** Checklist from an empty workspace to the first transfer. */
export function FirstSteps({ home }: { readonly home: Home }) {
  const { tenantId, selfAttested } = useWorkspace();
  const link = useWorkspaceLink();
  const done = home.first_steps;
  const next = nextRequest(home, { tenantId, selfAttested });
  return (
    <Section title="Get started" description="Complete these steps to make your first transfer.">
      <List spacing="xs" size="sm" mb="sm" listStyleType="none" p={0}>
        <Step isDone={done.has_application}>
          <PageLink to={link("applications")}>Create an application</PageLink> to get API credentials
        </Step>
        <Step isDone={done.has_address}>Create an address to send and receive tokens</Step>
        {selfAttested ? (
          <Step isDone={done.has_token}>
            <PageLink to={link("tokens")}>Issue a token</PageLink> of your own
          </Step>
        ) : null}
        <Step isDone={done.has_transfer}>{selfAttested ? "Mint tokens" : "Create a transfer"}</Step>
        <Step isDone={done.has_webhook}>
          <PageLink to={link("webhooks")}>Create a webhook</PageLink> to receive events (optional)
        </Step>
      </List>
      {next === undefined ? null : <Curl request={next} label="Next step with curl" />}
    </Section>
  );
}

function Step({ isDone, children }: { readonly isDone: boolean; readonly children: ReactNode }) {
  const Icon = isDone ? Check : Circle;
  return (
    <ListItem
      icon={
        <ThemeIcon size={20} radius="xl" variant="light" color={isDone ? "green" : "gray"}>
          <Icon size={12} aria-hidden />
        </ThemeIcon>
      }
    >
      <Text component="span" size="sm">
        {children}
      </Text>
      <VisuallyHidden>{isDone ? " (done)" : " (to do)"}</VisuallyHidden>
    </ListItem>
  );
}

interface WorkspaceOwner {
  readonly tenantId: string;
  readonly selfAttested: boolean;
}

function nextRequest(
  { first_steps: done }: Home,
  { tenantId, selfAttested }: WorkspaceOwner,
): string | CurlRequest | undefined {
  if (!done.has_application) {
    return `curl -X POST '${window.location.origin}/oauth2/token' \\\n  -u "$CLIENT_ID:$CLIENT_SECRET" \\\n  -d 'grant_type=client_credentials'`;
  }
  if (!done.has_address) {
    return {
      method: "POST",
      path: `/accounts/${tenantId}/addresses/internal`,
      idempotent: true,
      body: { name: "Main", transfer_types: ["base"] },
    };
  }
  if (selfAttested && !done.has_token) {
    return {
      method: "POST",
      path: `/accounts/${tenantId}/tokens`,
      idempotent: true,
      body: {
        name: "Acme Dollar",
        value_type: "ACMEUSD",
        kind: "attested",
        currency: "USD",
        transfer_types: ["base"],
      },
    };
  }
  if (done.has_transfer) return undefined;
  return selfAttested ? firstMint(tenantId) : firstTransfer(tenantId);
}

function firstMint(tenantId: string): CurlRequest {
  return {
    method: "POST",
    path: `/accounts/${tenantId}/tokens/mints`,
    idempotent: true,
    body: {
      amount: "100.00",
      destination: { address_id: "<address>", value_type: "<your token>", transfer_type: "base" },
    },
  };
}

function firstTransfer(tenantId: string): CurlRequest {
  return {
    method: "POST",
    path: `/accounts/${tenantId}/transfers`,
    idempotent: true,
    body: {
      amount: { value: "100.00", currency: "USD" },
      source: { value_type: "USD", transfer_type: "wire" },
      destination: { address_id: "<address>", value_type: "FUSD", transfer_type: "base" },
    },
  };
}
