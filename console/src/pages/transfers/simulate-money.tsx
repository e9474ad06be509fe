import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { toastError, toastSuccess } from "../../kit/toast.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { DollarsInput } from "../money/dollars-input.tsx";

interface SimulateMoneyProps {
  readonly accountId: string;
  /** Whose instructions the money follows. */
  readonly to: { readonly transfer_id: string } | { readonly automation_id: string };
  readonly amount: string;
}

/** On testnet: somebody sends the money that is waited for. */
export function SimulateMoney({ accountId, to, amount: wanted }: SimulateMoneyProps) {
  const { network, params, can } = useWorkspace();
  const queryClient = useQueryClient();
  const [amount, setAmount] = useState(wanted);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () =>
      send(
        "post",
        "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/payments",
        {
          params: { path: { ...params, account_id: accountId } },
          body: { ...to, amount: { value: amount.trim(), currency: "USD" }, type: "wire" },
          idempotent: true,
        },
      ),
    onSuccess: async () => {
      toastSuccess("The sandbox bank tells of the money in its next file.");
      await queryClient.invalidateQueries({ queryKey: ["transfer-timeline"] });
    },
    onError: (error) => toastError(error),
  });
  if (network !== "testnet" || !can("simulations:write")) return null;
  // A transfer waits for one wire; an automation takes as many as come.
  if (isSuccess && "transfer_id" in to) return <Text size="sm">The money is on its way.</Text>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Group gap="xs" align="flex-end">
        <DollarsInput label="Amount in dollars" required value={amount} onChange={setAmount} />
        <Button type="submit" variant="default" loading={isPending}>
          Simulate that the money comes
        </Button>
        <Text size="xs" c="dimmed">
          Testnet only.
        </Text>
      </Group>
    </form>
  );
}
