import { Alert, Button, Group, Modal, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Snowflake } from "lucide-react";
import { useState } from "react";
import { type Answered, get, isCanceled, send } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import type { Network } from "../../workspace/network.ts";
import { type Chain, chains, chainWords } from "./token.ts";

type CatalogueToken = Answered<"/console/api/tokens">["tokens"][number];

const maxReasonLength = 500;

/** The button that begins a freeze, and what has to be said for one. */
export function FreezeDialog({ network }: { readonly network: Network }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button color="red" variant="outline" leftSection={<Snowflake size={16} aria-hidden />} onClick={open}>
        Freeze an address
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Freeze an address on ${network}`} centered>
        <FreezeForm network={network} onClose={close} />
      </Modal>
    </>
  );
}

interface FreezeFormProps {
  readonly network: Network;
  readonly onClose: () => void;
}

function FreezeForm({ network, onClose }: FreezeFormProps) {
  const client = useQueryClient();
  const tokens = useFreezableTokens(network);
  const [wish, setWish] = useState({ token: "", chain: "", address: "", reason: "" });
  const change = (part: Partial<typeof wish>) => setWish((before) => ({ ...before, ...part }));
  const token = tokens.data?.find(({ value_type }) => value_type === wish.token) ?? tokens.data?.[0];
  const places = token === undefined ? [] : activeChains(token);
  const chain = places.find((each) => each === wish.chain) ?? places[0];
  const freeze = useMutation({
    mutationFn: (order: { readonly valueType: string; readonly chain: Chain }) =>
      send("post", "/console/api/freezes", {
        body: {
          network,
          value_type: order.valueType,
          transfer_type: order.chain,
          address: wish.address.trim(),
          reason: wish.reason.trim(),
        },
      }),
    onSuccess: async () => {
      toastSuccess("From now on nothing moves there; the chain is being told.");
      onClose();
      await client.invalidateQueries({ queryKey: ["freezes"] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (token !== undefined && chain !== undefined) freeze.mutate({ valueType: token.value_type, chain });
      }}
    >
      <Stack gap="md">
        <NativeSelect
          label="Token"
          value={token?.value_type ?? ""}
          onChange={(event) => change({ token: event.currentTarget.value })}
          data={(tokens.data ?? []).map(({ value_type }) => value_type)}
          required
        />
        <NativeSelect
          label="Chain"
          value={chain ?? ""}
          onChange={(event) => change({ chain: event.currentTarget.value })}
          data={places.map((value) => ({ value, label: chainWords[value] }))}
          required
        />
        <TextInput
          label="Address"
          description="As the chain writes it."
          value={wish.address}
          onChange={(event) => change({ address: event.currentTarget.value })}
          maxLength={100}
          required
          data-autofocus
          spellCheck={false}
          autoComplete="off"
        />
        <Textarea
          label="Reason"
          description="It is kept in the audit log, where the issuer of the token can read it."
          value={wish.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
          maxLength={maxReasonLength}
          autosize
          minRows={2}
          required
        />
        <Alert color="yellow" title="What happens">
          At once the service moves nothing of the token from or to the address. Once the chain has done it,
          nobody can. What was accepted before may fail on the chain.
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
  return chains.filter((chain) =>
    deployments.some(({ transfer_type, status }) => transfer_type === chain && status === "active"),
  );
}
