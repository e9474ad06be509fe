import { Alert, Button, Group, Modal, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Snowflake } from "lucide-react";
import { useState } from "react";
import { complaintAt } from "../../api/api-error.ts";
import { type Answered, get, isCanceled, send } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import type { Network } from "../../workspace/network.ts";
import { type Chain, chains, chainWords } from "./token.ts";

type CatalogueToken = Answered<"/console/api/tokens">["tokens"][number];

const maxReasonLength = 500;
const maxAddressLength = 100;

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

/** What is said of a freeze, before anything is sent. */
interface Wish {
  readonly token: string;
  readonly chain: string;
  readonly address: string;
  readonly reason: string;
}

function FreezeForm({ network, onClose }: FreezeFormProps) {
  const tokens = useFreezableTokens(network);
  const [wish, setWish] = useState<Wish>({ token: "", chain: "", address: "", reason: "" });
  const token = tokens.data?.find(({ value_type }) => value_type === wish.token) ?? tokens.data?.[0];
  const places = token === undefined ? [] : activeChains(token);
  const chain = places.find((each) => each === wish.chain) ?? places[0];
  const freeze = useFreeze(network, wish, onClose);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (token !== undefined && chain !== undefined) freeze.mutate({ valueType: token.value_type, chain });
      }}
    >
      <Stack gap="md">
        <FreezeFields
          wish={{ ...wish, token: token?.value_type ?? "", chain: chain ?? "" }}
          tokens={(tokens.data ?? []).map(({ value_type }) => value_type)}
          places={places}
          error={freeze.error}
          onChange={(part) => setWish((before) => ({ ...before, ...part }))}
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

interface FreezeFieldsProps {
  readonly wish: Wish;
  readonly tokens: readonly string[];
  readonly places: readonly Chain[];
  readonly error: unknown;
  readonly onChange: (part: Partial<Wish>) => void;
}

function FreezeFields({ wish, tokens, places, error, onChange }: FreezeFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Token"
        value={wish.token}
        onChange={(event) => onChange({ token: event.currentTarget.value })}
        data={[...tokens]}
        required
      />
      <NativeSelect
        label="Chain"
        value={wish.chain}
        onChange={(event) => onChange({ chain: event.currentTarget.value })}
        data={places.map((value) => ({ value, label: chainWords[value] }))}
        required
      />
      <TextInput
        label="Address"
        description="As the chain writes it."
        error={complaintAt(error, "/address")}
        value={wish.address}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
        maxLength={maxAddressLength}
        required
        data-autofocus
        spellCheck={false}
        autoComplete="off"
      />
      <Textarea
        label="Reason"
        description="It is kept in the audit log, where the issuer of the token can read it."
        value={wish.reason}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
        maxLength={maxReasonLength}
        autosize
        minRows={2}
        required
      />
    </>
  );
}

function useFreeze(network: Network, { address, reason }: Wish, onDone: () => void) {
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
      toastSuccess("From now on nothing moves there; the chain is being told.");
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
  return chains.filter((chain) =>
    deployments.some(({ transfer_type, status }) => transfer_type === chain && status === "active"),
  );
}
