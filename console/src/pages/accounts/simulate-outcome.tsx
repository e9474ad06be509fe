import { Group, NativeSelect } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { ActionButton } from "../../kit/action-button.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";

const outcomes = [
  { value: "complete", label: "Complete" },
  { value: "rejected", label: "Rejected" },
  { value: "documents_required", label: "Documents required" },
  { value: "review", label: "Manual review" },
] as const;

/** Testnet only: sets the outcome of the review immediately. */
export function SimulateOutcome({ accountId }: { readonly accountId: string }) {
  const { network, params, can } = useWorkspace();
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]["value"]>("complete");
  if (network !== "testnet" || !can("simulations:write")) return null;
  const simulate = async () => {
    const path =
      "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/verification";
    await send("post", path, {
      params: { path: { ...params, account_id: accountId } },
      body: { outcome },
      idempotent: true,
    });
    toastSuccess("Outcome simulated");
    await queryClient.invalidateQueries({ queryKey: ["accounts"] });
  };
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label="Outcome to simulate"
        size="xs"
        value={outcome}
        onChange={(event) =>
          setOutcome(outcomes.find(({ value }) => value === event.currentTarget.value)?.value ?? "complete")
        }
        data={outcomes}
      />
      <ActionButton size="xs" variant="default" onAct={simulate}>
        Simulate
      </ActionButton>
    </Group>
  );
}
