import { Anchor, List, Text } from "@mantine/core";
import { Fold } from "../../../kit/fold.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { type MagicValue, magicValues } from "./magic-values.ts";

/** Next to a form on testnet: the values that make the sandbox fail on purpose. */
export function MagicHint({ form }: { readonly form: MagicValue["forms"][number] }) {
  const { network } = useWorkspace();
  if (network !== "testnet") return null;
  return (
    <Fold label="Testnet: magic values">
      <MagicList values={magicValues.filter(({ forms }) => forms.includes(form))} />
    </Fold>
  );
}

export function MagicList({ values }: { readonly values: readonly MagicValue[] }) {
  return (
    <>
      <List size="sm" spacing={4}>
        {values.map(({ value, effect }) => (
          <List.Item key={value}>
            <Text component="span" size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
              {value}
            </Text>
            : {effect}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        <Anchor
          href="/docs/guides/simulations.html"
          target="_blank"
          rel="noreferrer"
          inherit
          underline="always"
        >
          Simulations guide
        </Anchor>
      </Text>
    </>
  );
}
