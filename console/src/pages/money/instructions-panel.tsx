import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ResponseBody, send } from "../../api/client.ts";
import { CopyButton } from "../../kit/copy-button.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useCan } from "../../session/use-me.ts";
import type { Network } from "../../workspace/network.ts";

interface InstructionsPanelProps {
  readonly path: { readonly tenant_id: string; readonly network: Network };
  readonly addresses: ResponseBody<"/console/api/treasury/{tenant_id}/{network}">["addresses"];
}

/** Funding instructions of a treasury: chain addresses and bank details. */
export function InstructionsPanel({ path, addresses }: InstructionsPanelProps) {
  const mayWrite = useCan("treasury.write");
  const queryClient = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      send("post", "/console/api/treasury/{tenant_id}/{network}/instructions", { params: { path } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["treasury"] }),
  });
  return (
    <Section title="Funding instructions">
      <Stack gap="md">
        <Facts
          items={addresses.map(
            ({ chain, address }) =>
              [transferTypeWords(chain), <CopyableText key={chain} text={address} />] as const,
          )}
        />
        {addresses.length === 0 && data === undefined ? (
          <Text size="sm" c="dimmed">
            No addresses yet. They are created when you show the instructions.
          </Text>
        ) : null}
        {data === undefined ? null : (
          <Facts
            items={[
              ["Bank", data.bank.bank_name],
              ["Bank address", data.bank.bank_address],
              ["Routing number", <CopyableText key="routing" text={data.bank.routing_number} />],
              ["Account number", <CopyableText key="account" text={data.bank.account_number} />],
              ["Beneficiary", data.bank.beneficiary_name],
              ["Beneficiary address", data.bank.beneficiary_address],
              ["Memo", <CopyableText key="memo" text={data.bank.memo} />],
            ]}
          />
        )}
        {error === null ? null : <ErrorNotice error={error} />}
        {data === undefined ? (
          <Group>
            <Button
              variant="default"
              loading={isPending}
              disabled={!mayWrite}
              title={mayWrite ? undefined : "Your role can't manage treasuries."}
              onClick={() => mutate()}
            >
              Show instructions
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Section>
  );
}

function CopyableText({ text }: { readonly text: string }) {
  return (
    <Group gap={2} wrap="nowrap" component="span" display="inline-flex">
      <Text component="span" ff="monospace" size="sm" style={{ overflowWrap: "anywhere" }}>
        {text}
      </Text>
      <CopyButton value={text} label={`Copy ${text}`} />
    </Group>
  );
}
