import { Box, Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../../api/client.ts";
import { AccountPicker } from "../../../kit/account-picker.tsx";
import { ConsoleLink } from "../../../kit/console-link.tsx";
import { Page } from "../../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { useSecret } from "../use-secret.ts";
import { WebhookForm, type WebhookInput } from "./webhook-form.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { WebhookWarnings } from "./webhook-warnings.tsx";

const createPath = "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks";
const emptyDraft: WebhookInput = { url: "", events: [], description: null };

interface MadeWebhook {
  readonly id: string;
  readonly accountId: string;
  readonly secret: string;
  readonly warnings: readonly string[];
}

export function NewWebhookPage() {
  const { params, tenantId, network } = useWorkspace();
  const link = useWorkspaceLink();
  const queryClient = useQueryClient();
  const [{ account }] = useUrlFilters({ account: tenantId });
  const [accountId, setAccountId] = useState(account);
  const [made, setMade] = useSecret<MadeWebhook>();
  const create = async (body: WebhookInput) => {
    const response = await send("post", createPath, {
      params: { path: { ...params, account_id: accountId } },
      body,
      idempotent: true,
    });
    await queryClient.invalidateQueries({ queryKey: ["webhooks"] });
    const { id, sharedSecret: secret, warnings } = response;
    setMade({ id, accountId, secret, warnings });
  };
  if (made !== undefined) return <MadePage made={made} />;
  return (
    <Page
      title="New webhook"
      description={`New events on ${network} are sent to your endpoint.`}
      back={<PageLink to={link("webhooks")}>Webhooks</PageLink>}
    >
      <Section title="Subscription">
        <Box maw={560}>
          <WebhookForm
            initial={emptyDraft}
            submitLabel="Create webhook"
            api={`/accounts/${accountId}/webhooks`}
            onSubmit={create}
          >
            <AccountPicker
              label="Account"
              description="Events of this account are sent. With the workspace's own account, events of managed accounts are included."
              value={accountId}
              onChange={setAccountId}
            />
          </WebhookForm>
        </Box>
      </Section>
    </Page>
  );
}

function MadePage({ made }: { readonly made: MadeWebhook }) {
  const link = useWorkspaceLink();
  return (
    <Page
      title="Webhook created"
      description="Store the secret before you leave this page: it is not shown again."
      actions={
        <Button variant="default" component={ConsoleLink} to={link("webhooks", made.accountId, made.id)}>
          Open webhook
        </Button>
      }
    >
      <WebhookSecret secret={made.secret} />
      <WebhookWarnings warnings={made.warnings} />
      <Text size="sm">Next, send a test event from the webhook's page to check your endpoint.</Text>
    </Page>
  );
}
