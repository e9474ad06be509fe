import { Group, NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { ActionButton } from "../../../kit/action-button.tsx";
import { PageLink, useWorkspaceLink } from "../../../kit/page-link.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { useTestWebhook } from "../webhooks/use-test-webhook.ts";
import { subscriptionsQuery } from "../webhooks/webhook-queries.ts";

const firstPage = { "page[after]": undefined, "page[before]": undefined };

/** Testnet only: sends the example to one of the workspace's webhooks. */
export function SendSample({ eventType }: { readonly eventType: string }) {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const { tenantId, network, can } = workspace;
  const isShown = network === "testnet" && can("webhooks:write");
  const [chosen, setChosen] = useState("");
  const { data } = useQuery({
    ...subscriptionsQuery(workspace, { accountId: tenantId, status: "active" }, firstPage),
    enabled: isShown,
  });
  const test = useTestWebhook();
  if (!isShown || data === undefined) return null;
  const [first] = data.subscriptions;
  if (first === undefined) {
    return (
      <Text size="sm">
        <PageLink to={link("webhooks", "new")}>Create a webhook</PageLink> to send this example to your
        endpoint.
      </Text>
    );
  }
  const subscriptionId = chosen === "" ? first.id : chosen;
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label="Webhook"
        data={data.subscriptions.map(({ id, description, url }) => ({
          value: id,
          label: description ?? url,
        }))}
        value={subscriptionId}
        onChange={(event) => setChosen(event.currentTarget.value)}
        maw="100%"
      />
      <ActionButton
        variant="default"
        leftSection={<Send size={16} aria-hidden />}
        onAct={() => test({ accountId: tenantId, subscriptionId, eventType })}
      >
        Send test event
      </ActionButton>
    </Group>
  );
}
