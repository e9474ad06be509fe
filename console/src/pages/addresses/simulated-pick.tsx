import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { toastError } from "../../kit/toast.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";

interface SimulatedPickProps {
  readonly accountId: string;
  readonly onPicked: (publicToken: string) => void;
}

/** Testnet only: simulates the account holder's selection on the bank's page. */
export function SimulatedPick({ accountId, onPicked }: SimulatedPickProps) {
  const { network, params, can } = useWorkspace();
  const [isBusy, setIsBusy] = useState(false);
  if (network !== "testnet" || !can("simulations:write")) return null;
  const pick = async () => {
    setIsBusy(true);
    try {
      const path =
        "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/banklink/public_token";
      const { public_token } = await send("post", path, {
        params: { path: { ...params, account_id: accountId } },
        body: {},
        idempotent: true,
      });
      onPicked(public_token);
    } catch (error) {
      toastError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" loading={isBusy} onClick={() => void pick()}>
        Simulate account selection
      </Button>
      <Text size="xs" c="dimmed">
        Testnet only: fills in the public token.
      </Text>
    </Group>
  );
}
