import { Alert, Checkbox, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Facts } from "../../kit/facts.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { type NewToken, namesProblems, withChain } from "./new-token.ts";
import { kindWords, tokenChains } from "./token.ts";

interface StepProps {
  readonly token: NewToken;
  readonly onChange: (token: NewToken) => void;
}

export function NamesStep({ token, onChange }: StepProps) {
  // Show a field's problem only after the user has left the field.
  const [visited, setVisited] = useState({ name: false, valueType: false });
  const problems = namesProblems(token);
  return (
    <Stack gap="md" maw="28rem">
      <TextInput
        label="Name"
        description="Display name, such as Acme Dollar."
        required
        maxLength={maxLengths.issueToken.name}
        value={token.name}
        onChange={(event) => onChange({ ...token, name: event.currentTarget.value })}
        onBlur={() => setVisited((before) => ({ ...before, name: true }))}
        error={visited.name ? problems.name : undefined}
      />
      <TextInput
        label="Value type"
        description="Its identifier in the API and its symbol on chain. It can't be changed later."
        required
        maxLength={maxLengths.issueToken.value_type}
        spellCheck={false}
        autoComplete="off"
        value={token.valueType}
        onChange={(event) => onChange({ ...token, valueType: event.currentTarget.value.trim() })}
        onBlur={() => setVisited((before) => ({ ...before, valueType: true }))}
        error={visited.valueType ? problems.valueType : undefined}
      />
      <Text size="sm" c="dimmed">
        {kindWords[token.kind]}: determined by the workspace type.
      </Text>
    </Stack>
  );
}

export function ChainsStep({ token, onChange }: StepProps) {
  return (
    <Checkbox.Group
      label="Chains"
      description="The token is deployed on these chains now. You can add more at any time."
      value={[...token.chains]}
      withAsterisk
    >
      <Stack gap="xs" mt="sm">
        {tokenChains().map((chain) => (
          <Checkbox
            key={chain}
            value={chain}
            label={transferTypeWords(chain)}
            onChange={(event) => onChange(withChain(token, chain, event.currentTarget.checked))}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

export function ConfirmStep({ token }: Pick<StepProps, "token">) {
  const { network } = useWorkspace();
  return (
    <Stack gap="md">
      <Facts
        items={[
          ["Name", token.name.trim()],
          ["Value type", token.valueType],
          ["Kind", kindWords[token.kind]],
          ["Peg", "1 USD"],
          ["Chains", token.chains.map((chain) => transferTypeWords(chain)).join(", ")],
          ["Network", network],
        ]}
      />
      <Alert color={network === "mainnet" ? "red" : "blue"} title="This can't be undone">
        {network === "mainnet"
          ? "The token is deployed on public chains permanently."
          : "The token is deployed on test chains permanently."}{" "}
        Its name and value type can't be changed.
      </Alert>
    </Stack>
  );
}
