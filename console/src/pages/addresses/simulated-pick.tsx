import { Group, Text } from "@mantine/core";
import { send } from "../../api/client.ts";
import { ActionButton } from "../../kit/action-button.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";

interface SimulatedPickProps {
  readonly accountId: string;
  readonly onPicked: (publicToken: string) => void;
}

/** Testnet only: simulates the account holder's selection on the bank's page. */
export function SimulatedPick({ accountId, onPicked }: SimulatedPickProps) {
  const { network, params, can } = useWorkspace();
  if (network !== "testnet" || !can("simulations:write")) return null;
  const pick = async () => {
    const path =
      "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/banklink/public_token";
    const { public_token } = await send("post", path, {
      params: { path: { ...params, account_id: accountId } },
      body: {},
      idempotent: true,
    });
    onPicked(public_token);
  };
  return (
    <Group gap="xs">
      <ActionButton variant="default" size="xs" onAct={pick}>
        Simulate account selection
      </ActionButton>
      <Text size="xs" c="dimmed">
        Testnet only: fills in the public token.
      </Text>
    </Group>
  );
}
