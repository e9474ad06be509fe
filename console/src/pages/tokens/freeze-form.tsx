import { Alert, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { validationIssueAt } from "../../api/api-error.ts";
import { get, send } from "../../api/client.ts";
import { Form } from "../../kit/form.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { networkWords } from "../../kit/network-words.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useAttempt } from "../../kit/use-attempt.ts";
import type { Network } from "../../workspace/network.ts";
import {
  completedDraft,
  type FreezableAddress,
  type FreezeChoices,
  type FreezeDraft,
  freezeChoices,
  uniqueAddresses,
} from "./freeze-draft.ts";

interface FreezeFormProps {
  readonly network: Network | undefined;
  readonly addresses: readonly FreezableAddress[];
  readonly preselected: string | undefined;
  readonly onClose: () => void;
}

const networks = ["testnet", "mainnet"] as const;
const choose = { value: "", label: "Select…" };

export function FreezeForm({ network, addresses: offered, preselected, onClose }: FreezeFormProps) {
  const addresses = uniqueAddresses(offered);
  const [only, ...others] = addresses;
  const [input, setInput] = useState<FreezeDraft>({
    network: network ?? "",
    token: "",
    chain: "",
    address: preselected ?? (only !== undefined && others.length === 0 ? only.address : ""),
    reason: "",
  });
  const catalogue = useCatalogue(input.network);
  const draft = completedDraft(input, catalogue.data ?? [], addresses);
  const choices = freezeChoices(draft, catalogue.data ?? [], addresses);
  const form = useAttempt();
  const freeze = useFreeze(onClose);
  return (
    <Form
      form={form}
      label="Freeze"
      danger
      error={catalogue.error ?? form.error}
      disabled={input.network !== "" && catalogue.data !== undefined && choices.tokens.length === 0}
      onSubmit={() => freeze(draft, choices)}
      onCancel={onClose}
    >
      <FreezeFields
        {...{ draft, choices, addresses, hasNetwork: network !== undefined, error: form.error }}
        onChange={(part) => setInput((before) => ({ ...before, ...part }))}
      />
      <Alert color="yellow" title="Effect">
        Florin stops moving the token from or to this address immediately. Once the freeze is confirmed on
        chain, no transfers are possible. Transfers accepted earlier may fail on chain.
      </Alert>
    </Form>
  );
}

interface FreezeFieldsProps {
  readonly draft: FreezeDraft;
  readonly choices: FreezeChoices;
  readonly addresses: readonly FreezableAddress[];
  /** The network is known, so it is shown and not selected. */
  readonly hasNetwork: boolean;
  readonly error: unknown;
  readonly onChange: (part: Partial<FreezeDraft>) => void;
}

function FreezeFields(props: FreezeFieldsProps) {
  const { draft, choices, hasNetwork, error, onChange } = props;
  return (
    <>
      <NativeSelect
        label="Network"
        value={draft.network}
        onChange={(event) =>
          onChange({ network: networks.find((each) => each === event.currentTarget.value) ?? "" })
        }
        data={[choose, ...networks.map((value) => ({ value, label: networkWords[value] }))]}
        disabled={hasNetwork}
        required
      />
      <AddressField {...props} />
      <NativeSelect
        label="Token"
        value={draft.token}
        onChange={(event) => onChange({ token: event.currentTarget.value, chain: "" })}
        data={[choose, ...choices.tokens]}
        disabled={draft.network === ""}
        error={validationIssueAt(error, "/value_type")}
        required
      />
      <NativeSelect
        label="Chain"
        value={draft.chain}
        onChange={(event) => onChange({ chain: event.currentTarget.value })}
        data={[choose, ...choices.chains.map((value) => ({ value, label: transferTypeWords(value) }))]}
        disabled={draft.token === ""}
        error={validationIssueAt(error, "/transfer_type")}
        required
      />
      <Textarea
        label="Reason"
        description="Recorded in the audit log, where the token's issuer can read it."
        value={draft.reason}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
        error={validationIssueAt(error, "/reason")}
        maxLength={maxLengths.freezeAddress.reason}
        autosize
        minRows={2}
        required
      />
    </>
  );
}

function AddressField({ draft, addresses, error, onChange }: FreezeFieldsProps) {
  const issue = validationIssueAt(error, "/address");
  if (addresses.length > 1) {
    return (
      <NativeSelect
        label="Address"
        value={draft.address}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
        data={[
          choose,
          ...addresses.map(({ label, address }) => ({ value: address, label: `${label}: ${address}` })),
        ]}
        error={issue}
        required
      />
    );
  }
  return (
    <TextInput
      label="Address"
      description={addresses[0]?.label ?? "In the chain's own address format."}
      error={issue}
      value={draft.address}
      onChange={(event) => onChange({ address: event.currentTarget.value })}
      readOnly={addresses.length === 1}
      maxLength={maxLengths.freezeAddress.address}
      required
      spellCheck={false}
      autoComplete="off"
    />
  );
}

function useFreeze(onDone: () => void) {
  const client = useQueryClient();
  return async ({ network, token, address, reason, ...draft }: FreezeDraft, choices: FreezeChoices) => {
    const chain = choices.chains.find((each) => each === draft.chain);
    if (network === "" || chain === undefined) return;
    await send("post", "/console/api/freezes", {
      body: {
        network,
        value_type: token,
        transfer_type: chain,
        address: address.trim(),
        reason: reason.trim(),
      },
    });
    toastSuccess("Address frozen. The on-chain freeze is pending.");
    onDone();
    await client.invalidateQueries({ queryKey: ["freezes"] });
  };
}

function useCatalogue(network: Network | "") {
  return useQuery({
    queryKey: ["catalogue", network],
    queryFn: async ({ signal }) => {
      if (network === "") return [];
      return (await get("/console/api/tokens", { params: { query: { network } }, signal })).tokens;
    },
    enabled: network !== "",
  });
}
