import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { validationIssueAt } from "../../../api/api-error.ts";
import { get, send } from "../../../api/client.ts";
import { AmountInput } from "../../../kit/amount-input.tsx";
import { Form } from "../../../kit/form.tsx";
import { Section } from "../../../kit/section.tsx";
import { isChain, transferTypeLabel } from "../../../kit/transfer-type-words.ts";
import { useAttempt } from "../../../kit/use-attempt.ts";
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
  const [input, setInput] = useState<DepositInput>({ token: "", chain: "", amount: "100.00", from: "" });
  const { data } = useQuery({
    queryKey: ["tokens", params, "deposit"],
    queryFn: ({ signal }) => get(tokensPath, { params: { path: params }, signal }),
  });
  const tokens = depositable(data?.tokens ?? [], address.transfer_types);
  const { name: chosen, chains } = tokens.find(({ name }) => name === input.token) ?? tokens[0] ?? none;
  const chain = chains.includes(input.chain) ? input.chain : (chains[0] ?? "");
  const form = useAttempt();
  const simulate = useSimulation(
    () =>
      send("post", path, {
        params: { path: { ...params, account_id: accountId } },
        body: {
          address_id: address.id,
          value_type: chosen,
          transfer_type: chain,
          amount: input.amount.trim(),
          ...(input.from.trim() === "" ? {} : { from: input.from.trim() }),
        },
        idempotent: true,
      }),
    "The deposit is on its way. It is credited once its transaction is final.",
  );
  return (
    <Form form={form} label="Simulate deposit" variant="default" onSubmit={() => simulate(undefined)}>
      <DepositFields
        tokens={tokens}
        input={{ ...input, token: chosen, chain }}
        error={form.error}
        onChange={(changed) => setInput({ ...input, ...changed })}
      />
      <MagicHint form="deposit" />
    </Form>
  );
}

interface DepositInput {
  readonly token: string;
  readonly chain: string;
  readonly amount: string;
  readonly from: string;
}

interface DepositFieldsProps {
  readonly tokens: readonly Depositable[];
  readonly input: DepositInput;
  readonly error: unknown;
  readonly onChange: (changed: Partial<DepositInput>) => void;
}

function DepositFields({ tokens, input, error, onChange }: DepositFieldsProps) {
  const { chains } = tokens.find(({ name }) => name === input.token) ?? none;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <NativeSelect
        label="Token"
        required
        data={tokens.map(({ name }) => name)}
        value={input.token}
        error={validationIssueAt(error, "/value_type")}
        onChange={(event) => onChange({ token: event.currentTarget.value })}
      />
      <NativeSelect
        label="Chain"
        required
        data={chains.map((name) => ({ value: name, label: transferTypeLabel(name) }))}
        value={input.chain}
        error={validationIssueAt(error, "/transfer_type")}
        onChange={(event) => onChange({ chain: event.currentTarget.value })}
      />
      <AmountInput
        label="Amount"
        required
        asset={input.token}
        value={input.amount}
        error={validationIssueAt(error, "/amount")}
        onChange={(amount) => onChange({ amount })}
      />
      <TextInput
        label="Sender address"
        description="Only for tokens that are issued here."
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        value={input.from}
        error={validationIssueAt(error, "/from")}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}
