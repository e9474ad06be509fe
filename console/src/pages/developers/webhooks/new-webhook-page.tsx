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
import { WebhookForm, type WebhookWish } from "./webhook-form.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

const createPath = "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks";
const nothing: WebhookWish = { url: "", events: [], description: null };

interface MadeWebhook {
  readonly id: string;
  readonly accountId: string;
  readonly secret: string;
}

export function NewWebhookPage() {
  const { params, tenantId, network } = useWorkspace();
  const link = useWorkspaceLink();
  const queryClient = useQueryClient();
  const [{ account }] = useUrlFilters({ account: tenantId });
  const [accountId, setAccountId] = useState(account);
  const [made, setMade] = useSecret<MadeWebhook>();
  const create = async (body: WebhookWish) => {
    const answer = await send("post", createPath, {
      params: { path: { ...params, account_id: accountId } },
      body,
      idempotent: true,
    });
    await queryClient.invalidateQueries({ queryKey: ["webhooks"] });
    setMade({ id: answer.id, accountId, secret: answer.sharedSecret });
  };
  if (made !== undefined) return <MadePage made={made} />;
  return (
    <Page
      title="New webhook"
      description={`Events on ${network} that happen from now on are sent to your endpoint.`}
      back={<PageLink to={link("webhooks")}>Webhooks</PageLink>}
    >
      <Section title="Subscription">
        <Box maw={560}>
          <WebhookForm initial={nothing} submitLabel="Create webhook" onSubmit={create}>
            <AccountPicker
              label="Account"
              description="Whose events are sent. The workspace itself: those of the accounts that it manages as well."
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
      title="The webhook is ready"
      description="Store the secret before you leave this page: it is not shown again."
      actions={
        <Button variant="default" component={ConsoleLink} to={link("webhooks", made.accountId, made.id)}>
          To the webhook
        </Button>
      }
    >
      <WebhookSecret secret={made.secret} />
      <Text size="sm">Then send a test from its page, and see what your endpoint answers.</Text>
    </Page>
  );
}
