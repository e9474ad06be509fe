import { Button, Modal, Select, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Empty } from "../../kit/empty.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { ConfirmMovement } from "./confirm-movement.tsx";
import { type Address, type EndChoice, endChoices, isAmount, type MovementKind } from "./movement.ts";
import { sendMovement } from "./send-movement.ts";
import { chainWords, type Token } from "./token.ts";

interface MovementFormProps {
  readonly kind: MovementKind;
  readonly token: Token;
  readonly accountId: string;
  readonly addresses: readonly Address[];
  readonly onBegun: (id: string) => void;
}

/** What is said of a movement, before it is confirmed; an end is the value of its choice. */
interface Wish {
  readonly amount: string;
  readonly source: string;
  readonly destination: string;
}

/** What is to be moved, from where and to where; nothing happens before it is confirmed. */
export function MovementForm({ kind, token, accountId, addresses, onBegun }: MovementFormProps) {
  const { params } = useWorkspace();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [wish, setWish] = useState<Wish>({ amount: "", source: "", destination: "" });
  const sources = kind === "mint" ? [] : endChoices(token, addresses, chainWords, "internal");
  const destinations = kind === "burn" ? [] : endChoices(token, addresses, chainWords, "any");
  const source = sources.find(({ value }) => value === wish.source);
  const destination = destinations.find(({ value }) => value === wish.destination);
  const order = { valueType: token.value_type, amount: wish.amount, source, destination };
  const move = useMutation({
    mutationFn: () => sendMovement(kind, { ...order, path: { ...params, account_id: accountId } }),
    onSuccess: ({ id }) => onBegun(id),
  });
  if (sources.length + destinations.length === 0) return <NoAddress accountId={accountId} />;
  const isWhole =
    isAmount(wish.amount) &&
    (kind === "mint" || source !== undefined) &&
    (kind === "burn" || destination !== undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        move.reset();
        open();
      }}
    >
      <Stack gap="md" maw="32rem">
        <AmountInput
          valueType={token.value_type}
          value={wish.amount}
          onChange={(amount) => setWish({ ...wish, amount })}
        />
        {kind === "mint" ? null : (
          <EndSelect
            label="From"
            choices={sources}
            value={wish.source}
            onChange={(chosen) => setWish({ ...wish, source: chosen })}
          />
        )}
        {kind === "burn" ? null : (
          <EndSelect
            label="To"
            choices={destinations}
            value={wish.destination}
            onChange={(chosen) => setWish({ ...wish, destination: chosen })}
          />
        )}
        <Button type="submit" disabled={!isWhole} style={{ alignSelf: "flex-end" }}>
          Look at it once more
        </Button>
      </Stack>
      <Modal opened={isOpen} onClose={close} title="Is this right?" centered>
        <ConfirmMovement kind={kind} {...order} move={move} onClose={close} />
      </Modal>
    </form>
  );
}

interface AmountInputProps {
  readonly valueType: string;
  readonly value: string;
  readonly onChange: (amount: string) => void;
}

function AmountInput({ valueType, value, onChange }: AmountInputProps) {
  return (
    <TextInput
      label="Amount"
      description={`In ${valueType}, with at most six decimals.`}
      inputMode="decimal"
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      error={value === "" || isAmount(value) ? undefined : "A decimal such as 100.00"}
    />
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
      description="An address and the chain on which it is used."
      placeholder="Choose an address"
      required
      searchable
      data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
      value={value === "" ? null : value}
      onChange={(chosen) => onChange(chosen ?? "")}
      nothingFoundMessage="No such address"
    />
  );
}

function NoAddress({ accountId }: { readonly accountId: string }) {
  return (
    <Empty
      title="There is no address to use"
      curl={{
        method: "POST",
        path: `/accounts/${accountId}/addresses/internal`,
        idempotent: true,
        body: { name: "Main", transfer_types: ["base"] },
      }}
    >
      Make one on a chain where the token is active.
    </Empty>
  );
}
