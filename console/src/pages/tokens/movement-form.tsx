import { Button, Group, Modal, Select, Stack, TextInput } from "@mantine/core";
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

/** What is to be moved, from where and to where; nothing happens before it is confirmed. */
export function MovementForm({ kind, token, accountId, addresses, onBegun }: MovementFormProps) {
  const { params } = useWorkspace();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [wish, setWish] = useState({ amount: "", source: "", destination: "" });
  const sources = endChoices(token, addresses, chainWords, "internal");
  const destinations = endChoices(token, addresses, chainWords, "any");
  const source = kind === "mint" ? undefined : sources.find(({ value }) => value === wish.source);
  const destination =
    kind === "burn" ? undefined : destinations.find(({ value }) => value === wish.destination);
  const isWhole =
    isAmount(wish.amount) &&
    (kind === "mint" || source !== undefined) &&
    (kind === "burn" || destination !== undefined);
  const move = useMutation({
    mutationFn: () =>
      sendMovement(kind, {
        path: { ...params, account_id: accountId },
        valueType: token.value_type,
        amount: wish.amount,
        source,
        destination,
      }),
    onSuccess: ({ id }) => onBegun(id),
  });
  if (sources.length === 0 && destinations.length === 0) {
    return <NoAddress accountId={accountId} />;
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        move.reset();
        open();
      }}
    >
      <Stack gap="md" maw="32rem">
        <TextInput
          label="Amount"
          description={`In ${token.value_type}, with at most six decimals.`}
          inputMode="decimal"
          required
          value={wish.amount}
          onChange={(event) => setWish({ ...wish, amount: event.currentTarget.value.trim() })}
          error={wish.amount === "" || isAmount(wish.amount) ? undefined : "A decimal such as 100.00"}
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
        <Group justify="flex-end">
          <Button type="submit" disabled={!isWhole}>
            Look at it once more
          </Button>
        </Group>
      </Stack>
      <Modal opened={isOpen} onClose={close} title="Is this right?" centered>
        <ConfirmMovement
          kind={kind}
          valueType={token.value_type}
          amount={wish.amount}
          source={source}
          destination={destination}
          isBusy={move.isPending}
          error={move.error}
          onConfirm={() => move.mutate()}
          onClose={close}
        />
      </Modal>
    </form>
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
