import { NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { validationIssueAt } from "../../../api/api-error.ts";
import { get, send } from "../../../api/client.ts";
import { AmountInput } from "../../../kit/amount-input.tsx";
import { FormFooter } from "../../../kit/form-footer.tsx";
import { Section } from "../../../kit/section.tsx";
import { isChain, transferTypeLabel } from "../../../kit/transfer-type-words.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { MagicHint } from "./magic-hint.tsx";
import { useMaySimulate, useSimulation } from "./use-simulation.ts";

interface SimulateDepositProps {
  readonly accountId: string;
  readonly address: { readonly id: string; readonly transfer_types: readonly string[] };
}

const path = "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/deposits";
const tokensPath = "/console/api/workspaces/{tenant_id}/{network}/tokens";

/** Testnet only: tokens that an external holder sends to an internal address. */
export function SimulateDeposit(props: SimulateDepositProps) {
  const isShown = useMaySimulate();
  if (!isShown || !props.address.transfer_types.some(isChain)) return null;
  return (
    <Section
      title="Sandbox"
      description="Testnet only: tokens arrive here as if an external holder had sent them."
    >
      <DepositForm {...props} />
    </Section>
  );
}

interface Depositable {
  readonly name: string;
  readonly chains: readonly string[];
}

const none: Depositable = { name: "", chains: [] };

/** Tokens with the chains that both they and the address are on. */
function depositable(
  tokens: readonly {
    readonly value_type: string;
    readonly deployments: readonly { readonly transfer_type: string; readonly status: string }[];
  }[],
  transferTypes: readonly string[],
): readonly Depositable[] {
  return tokens
    .map(({ value_type: name, deployments }) => ({
      name,
      chains: deployments
        .filter(({ transfer_type: type, status }) => status === "active" && transferTypes.includes(type))
        .map(({ transfer_type: type }) => type),
    }))
    .filter(({ chains }) => chains.length > 0);
}

function DepositForm({ accountId, address }: SimulateDepositProps) {
  const { params } = useWorkspace();
  const [selectedChain, setChain] = useState("");
  const [selectedToken, setToken] = useState("");
  const [amount, setAmount] = useState("100.00");
  const [from, setFrom] = useState("");
  const { data } = useQuery({
    queryKey: ["tokens", params, "deposit"],
    queryFn: ({ signal }) => get(tokensPath, { params: { path: params }, signal }),
  });
  const tokens = depositable(data?.tokens ?? [], address.transfer_types);
  const { name: chosen, chains } = tokens.find(({ name }) => name === selectedToken) ?? tokens[0] ?? none;
  const chain = chains.includes(selectedChain) ? selectedChain : (chains[0] ?? "");
  const { mutate, error, isPending } = useSimulation(
    () =>
      send("post", path, {
        params: { path: { ...params, account_id: accountId } },
        body: {
          address_id: address.id,
          value_type: chosen,
          transfer_type: chain,
          amount: amount.trim(),
          ...(from.trim() === "" ? {} : { from: from.trim() }),
        },
        idempotent: true,
      }),
    "The deposit is on its way. It is credited once its transaction is final.",
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(undefined);
      }}
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <NativeSelect
            label="Token"
            required
            data={tokens.map(({ name }) => name)}
            value={chosen}
            error={validationIssueAt(error, "/value_type")}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
          <NativeSelect
            label="Chain"
            required
            data={chains.map((name) => ({ value: name, label: transferTypeLabel(name) }))}
            value={chain}
            error={validationIssueAt(error, "/transfer_type")}
            onChange={(event) => setChain(event.currentTarget.value)}
          />
          <AmountInput
            label="Amount"
            required
            asset={chosen}
            value={amount}
            error={validationIssueAt(error, "/amount")}
            onChange={setAmount}
          />
          <TextInput
            label="Sender address"
            description="Only for tokens that are issued here."
            inputWrapperOrder={["label", "input", "description", "error"]}
            autoComplete="off"
            value={from}
            error={validationIssueAt(error, "/from")}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
        </SimpleGrid>
        <MagicHint form="deposit" />
        <FormFooter label="Simulate deposit" variant="default" isBusy={isPending} error={error} />
      </Stack>
    </form>
  );
}
