import { Alert, Checkbox, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Facts } from "../../kit/facts.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { type NewToken, namesProblems, withChain } from "./new-token.ts";
import { chains, chainWords, kindWords } from "./token.ts";

interface StepProps {
  readonly token: NewToken;
  readonly onChange: (token: NewToken) => void;
}

export function NamesStep({ token, onChange }: StepProps) {
  // What is still being written is not complained about.
  const [left, setLeft] = useState({ name: false, valueType: false });
  const problems = namesProblems(token);
  return (
    <Stack gap="md" maw="28rem">
      <TextInput
        label="Name"
        description="What people call it, such as Acme Dollar."
        required
        value={token.name}
        onChange={(event) => onChange({ ...token, name: event.currentTarget.value })}
        onBlur={() => setLeft((before) => ({ ...before, name: true }))}
        error={left.name ? problems.name : undefined}
      />
      <TextInput
        label="Value type"
        description="Its name in requests and, as its symbol, on the chains. It cannot be changed later."
        required
        maxLength={12}
        spellCheck={false}
        autoComplete="off"
        value={token.valueType}
        onChange={(event) => onChange({ ...token, valueType: event.currentTarget.value.trim() })}
        onBlur={() => setLeft((before) => ({ ...before, valueType: true }))}
        error={left.valueType ? problems.valueType : undefined}
      />
      <Text size="sm" c="dimmed">
        {kindWords[token.kind]}: that follows from the kind of this workspace.
      </Text>
    </Stack>
  );
}

export function ChainsStep({ token, onChange }: StepProps) {
  return (
    <Checkbox.Group
      label="Chains"
      description="Where it is deployed now. More can be added at any time."
      value={[...token.chains]}
      withAsterisk
    >
      <Stack gap="xs" mt="sm">
        {chains.map((chain) => (
          <Checkbox
            key={chain}
            value={chain}
            label={chainWords[chain]}
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
          ["Worth", "One USD"],
          ["Chains", token.chains.map((chain) => chainWords[chain]).join(", ")],
          ["Network", network],
        ]}
      />
      <Alert color={network === "mainnet" ? "red" : "blue"} title="This cannot be undone">
        {network === "mainnet"
          ? "The token is deployed on real chains, in public and for good."
          : "The token is deployed on test chains, for good."}{" "}
        Its names cannot be changed.
      </Alert>
    </Stack>
  );
}
