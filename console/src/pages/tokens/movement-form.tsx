import { Modal, Select } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { amountProblem } from "../../kit/amount-entry.ts";
import { AmountInput } from "../../kit/amount-input.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Form } from "../../kit/form.tsx";
import { createRequestKeys } from "../../kit/request-keys.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { ConfirmMovement } from "./confirm-movement.tsx";
import { type Address, type EndChoice, endChoices, type MovementKind } from "./movement.ts";
import { sendMovement } from "./send-movement.ts";
import type { Token } from "./token.ts";

const tokenDecimals = 6;

interface MovementFormProps {
  readonly kind: MovementKind;
  readonly token: Token;
  readonly accountId: string;
  readonly addresses: readonly Address[];
  readonly onBegun: (id: string) => void;
}

/** Form input before confirmation; `source` and `destination` are values of the select options. */
interface MovementInput {
  readonly amount: string;
  readonly source: string;
  readonly destination: string;
}

/** Form of a mint, burn or transfer. Nothing is sent before it is confirmed. */
export function MovementForm({ kind, token, accountId, addresses, onBegun }: MovementFormProps) {
  const { params } = useWorkspace();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [input, setInput] = useState<MovementInput>({ amount: "", source: "", destination: "" });
  const sources = kind === "mint" ? [] : endChoices(token, addresses, "internal");
  const destinations = kind === "burn" ? [] : endChoices(token, addresses, "any");
  const source = sources.find(({ value }) => value === input.source);
  const destination = destinations.find(({ value }) => value === input.destination);
  const order = { valueType: token.value_type, amount: input.amount, source, destination };
  const [keyOf] = useState(createRequestKeys);
  const move = useMutation({
    mutationFn: () => sendMovement(kind, { ...order, path: { ...params, account_id: accountId } }, keyOf),
    onSuccess: ({ id }) => onBegun(id),
  });
  if (sources.length + destinations.length === 0) return <NoAddress accountId={accountId} />;
  const problem = amountProblem(input.amount, { decimals: tokenDecimals });
  const hasEnds = (kind === "mint" || source !== undefined) && (kind === "burn" || destination !== undefined);
  return (
    <>
      <Form
        label="Review"
        disabled={problem !== undefined || !hasEnds}
        maw="32rem"
        onSubmit={async () => {
          move.reset();
          open();
        }}
      >
        <AmountInput
          label="Amount"
          description="Up to six decimals."
          required
          asset={token.value_type}
          value={input.amount}
          onChange={(amount) => setInput({ ...input, amount })}
          error={input.amount === "" ? undefined : problem}
        />
        {kind === "mint" ? null : (
          <EndSelect
            label="From"
            choices={sources}
            value={input.source}
            onChange={(chosen) => setInput({ ...input, source: chosen })}
          />
        )}
        {kind === "burn" ? null : (
          <EndSelect
            label="To"
            choices={destinations}
            value={input.destination}
            onChange={(chosen) => setInput({ ...input, destination: chosen })}
          />
        )}
      </Form>
      <Modal opened={isOpen} onClose={close} title={`Confirm ${kind}`} centered>
        <ConfirmMovement kind={kind} {...order} move={move} onClose={close} />
      </Modal>
    </>
  );
}

interface EndSelectProps {
  readonly label: string;
  readonly choices: readonly EndChoice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function EndSelect({ label, choices, value, onChange }: EndSelectProps) {
  return (
    <Select
      label={label}
      description="Address and chain."
      placeholder="Select an address"
      required
      searchable
      data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
      value={value === "" ? null : value}
      onChange={(chosen) => onChange(chosen ?? "")}
      nothingFoundMessage="No matching address"
    />
  );
}

function NoAddress({ accountId }: { readonly accountId: string }) {
  return (
    <Empty
      title="No usable address"
      curl={{
        method: "POST",
        path: `/accounts/${accountId}/addresses/internal`,
        idempotent: true,
        body: { name: "Main", transfer_types: ["base"] },
      }}
    >
      Create one on a chain where the token is active.
    </Empty>
  );
}
