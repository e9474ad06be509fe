import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { createRequestKeys } from "../../kit/request-keys.ts";
import { toastError, toastSuccess } from "../../kit/toast.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { DollarsInput } from "../money/dollars-input.tsx";

interface SimulateMoneyProps {
  readonly accountId: string;
  /** The transfer or automation whose wire instructions are used. */
  readonly to: { readonly transfer_id: string } | { readonly automation_id: string };
  readonly amount: string;
}

/** Testnet only: simulates the expected wire. */
export function SimulateMoney({ accountId, to, amount: expected }: SimulateMoneyProps) {
  const { network, params, can } = useWorkspace();
  const queryClient = useQueryClient();
  const [amount, setAmount] = useState(expected);
  const [keyOf, setKeyOf] = useState(createRequestKeys);
  const body = { ...to, amount: { value: amount.trim(), currency: "USD" }, type: "wire" } as const;
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () =>
      send(
        "post",
        "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/payments",
        {
          params: { path: { ...params, account_id: accountId } },
          body,
          idempotencyKey: keyOf([accountId, body]),
        },
      ),
    onSuccess: async () => {
      // An automation accepts the same wire once more.
      setKeyOf(createRequestKeys);
      toastSuccess("The sandbox bank reports the wire in its next file.");
      await queryClient.invalidateQueries({ queryKey: ["transfer-timeline"] });
    },
    onError: (error) => toastError(error),
  });
  if (network !== "testnet" || !can("simulations:write")) return null;
  // A transfer expects one wire; an automation accepts any number.
  if (isSuccess && "transfer_id" in to) return <Text size="sm">The simulated wire is on its way.</Text>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Group gap="xs" align="flex-end">
        <DollarsInput label="Amount (USD)" required value={amount} onChange={setAmount} />
        <Button type="submit" variant="default" loading={isPending}>
          Simulate wire
        </Button>
        <Text size="xs" c="dimmed">
          Testnet only.
        </Text>
      </Group>
    </form>
  );
}
