import { Alert, Button, Group, Modal, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Snowflake } from "lucide-react";
import { useState } from "react";
import { validationIssueAt } from "../../api/api-error.ts";
import { get, isCanceled, type ResponseBody, send } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import type { Network } from "../../workspace/network.ts";
import { type Chain, tokenChains } from "./token.ts";

type CatalogueToken = ResponseBody<"/console/api/tokens">["tokens"][number];

const maxReasonLength = 500;
const maxAddressLength = 100;

/** Button and dialog that request a freeze. */
export function FreezeDialog({ network }: { readonly network: Network }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button color="red" variant="outline" leftSection={<Snowflake size={16} aria-hidden />} onClick={open}>
        Freeze address
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Freeze address on ${network}`} centered>
        <FreezeForm network={network} onClose={close} />
      </Modal>
    </>
  );
}

interface FreezeFormProps {
  readonly network: Network;
  readonly onClose: () => void;
}

interface FreezeInput {
  readonly token: string;
  readonly chain: string;
  readonly address: string;
  readonly reason: string;
}

function FreezeForm({ network, onClose }: FreezeFormProps) {
  const tokens = useFreezableTokens(network);
  const [input, setInput] = useState<FreezeInput>({ token: "", chain: "", address: "", reason: "" });
  const token = tokens.data?.find(({ value_type }) => value_type === input.token) ?? tokens.data?.[0];
  const places = token === undefined ? [] : activeChains(token);
  const chain = places.find((each) => each === input.chain) ?? places[0];
  const freeze = useFreeze(network, input, onClose);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (token !== undefined && chain !== undefined) freeze.mutate({ valueType: token.value_type, chain });
      }}
    >
      <Stack gap="md">
        <FreezeFields
          input={{ ...input, token: token?.value_type ?? "", chain: chain ?? "" }}
          tokens={(tokens.data ?? []).map(({ value_type }) => value_type)}
          places={places}
          error={freeze.error}
          onChange={(part) => setInput((before) => ({ ...before, ...part }))}
        />
        <Alert color="yellow" title="Effect">
          Florin stops moving the token from or to this address immediately. Once the freeze is confirmed on
          chain, no transfers are possible. Transfers accepted earlier may fail on chain.
        </Alert>
        {tokens.error === null ? null : <ErrorNotice error={tokens.error} />}
        {freeze.error === null || isCanceled(freeze.error) ? null : <ErrorNotice error={freeze.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={freeze.isPending}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={freeze.isPending} disabled={chain === undefined}>
            Freeze
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FreezeFieldsProps {
  readonly input: FreezeInput;
  readonly tokens: readonly string[];
  readonly places: readonly Chain[];
  readonly error: unknown;
  readonly onChange: (part: Partial<FreezeInput>) => void;
}

function FreezeFields({ input, tokens, places, error, onChange }: FreezeFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Token"
        value={input.token}
        onChange={(event) => onChange({ token: event.currentTarget.value })}
        data={[...tokens]}
        required
      />
      <NativeSelect
        label="Chain"
        value={input.chain}
        onChange={(event) => onChange({ chain: event.currentTarget.value })}
        data={places.map((value) => ({ value, label: transferTypeWords(value) }))}
        required
      />
      <TextInput
        label="Address"
        description="In the chain's own address format."
        error={validationIssueAt(error, "/address")}
        value={input.address}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
        maxLength={maxAddressLength}
        required
        data-autofocus
        spellCheck={false}
        autoComplete="off"
      />
      <Textarea
        label="Reason"
        description="Recorded in the audit log, where the token's issuer can read it."
        value={input.reason}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
        maxLength={maxReasonLength}
        autosize
        minRows={2}
        required
      />
    </>
  );
}

function useFreeze(network: Network, { address, reason }: FreezeInput, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ valueType, chain }: { readonly valueType: string; readonly chain: Chain }) =>
      send("post", "/console/api/freezes", {
        body: {
          network,
          value_type: valueType,
          transfer_type: chain,
          address: address.trim(),
          reason: reason.trim(),
        },
      }),
    onSuccess: async () => {
      toastSuccess("Address frozen. The on-chain freeze is pending.");
      onDone();
      await client.invalidateQueries({ queryKey: ["freezes"] });
    },
  });
}

function useFreezableTokens(network: Network) {
  return useQuery({
    queryKey: ["catalogue", network],
    queryFn: async ({ signal }) => {
      const { tokens } = await get("/console/api/tokens", { params: { query: { network } }, signal });
      return tokens.filter((token) => token.can_be_frozen && activeChains(token).length > 0);
    },
  });
}

function activeChains({ deployments }: CatalogueToken): readonly Chain[] {
  return tokenChains().filter((chain) =>
    deployments.some(({ transfer_type, status }) => transfer_type === chain && status === "active"),
  );
}
