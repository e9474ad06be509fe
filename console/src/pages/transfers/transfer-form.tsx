import { Button, Group, NativeSelect, SimpleGrid, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import {
  addressOptions,
  amountProblem,
  carriesMemo,
  destinationOptions,
  type EndName,
  needsAddress,
  placeOf,
  sourceOptions,
  type TransferDraft,
} from "./transfer-draft.ts";
import type { TransferEnds } from "./use-transfer-ends.ts";

interface TransferFormProps {
  readonly draft: TransferDraft;
  readonly ends: TransferEnds;
  readonly onChange: (change: Partial<TransferDraft>) => void;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Undefined while something is missing. */
  readonly onSubmit: (() => void) | undefined;
}

const maxNoteLength = 1000;
const maxMemoLength = 140;
const choose = { value: "", label: "Select…" };

/** Source, destination, amount and texts of a transfer. */
export function TransferForm({ draft, ends, onChange, isBusy, error, onSubmit }: TransferFormProps) {
  const [isTried, setIsTried] = useState(false);
  const { routes = [] } = ends;
  const destination = placeOf(routes, "destination", draft.destination);
  const missing = isTried ? amountProblem(draft.amount) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    onSubmit?.();
  };
  return (
    <form onSubmit={submit}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <NativeSelect
          label="From"
          required
          data={[choose, ...sourceOptions(routes)]}
          value={draft.source}
          onChange={(event) => onChange({ source: event.currentTarget.value })}
        />
        <AddressSelect end="source" draft={draft} ends={ends} onChange={onChange} />
        <NativeSelect
          label="To"
          required
          data={[choose, ...destinationOptions(routes, draft.source)]}
          value={draft.destination}
          disabled={draft.source === ""}
          onChange={(event) => onChange({ destination: event.currentTarget.value })}
        />
        <AddressSelect end="destination" draft={draft} ends={ends} onChange={onChange} />
        <TextInput
          label="Amount"
          required
          inputMode="decimal"
          autoComplete="off"
          placeholder="100.00"
          value={draft.amount}
          error={missing}
          onChange={(event) => onChange({ amount: event.currentTarget.value })}
        />
        <Texts draft={draft} hasMemo={carriesMemo(destination)} onChange={onChange} />
      </SimpleGrid>
      {ends.hasMore ? (
        <Text size="xs" c="dimmed" mt="xs">
          Only the 100 newest addresses of the account are shown.
        </Text>
      ) : null}
      <ErrorNotice error={ends.error ?? error} />
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={isBusy} disabled={isTried && onSubmit === undefined}>
          Get quote
        </Button>
      </Group>
    </form>
  );
}

type TextsProps = Pick<TransferFormProps, "draft" | "onChange"> & { readonly hasMemo: boolean };

/** Memo and note of a transfer. */
function Texts({ draft, hasMemo, onChange }: TextsProps) {
  return (
    <>
      {hasMemo ? (
        <TextInput
          label="Wire memo"
          maxLength={maxMemoLength}
          value={draft.wireMemo}
          onChange={(event) => onChange({ wireMemo: event.currentTarget.value })}
        />
      ) : null}
      <TextInput
        label="Internal note"
        maxLength={maxNoteLength}
        value={draft.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </>
  );
}

type AddressSelectProps = Pick<TransferFormProps, "draft" | "ends" | "onChange"> & {
  readonly end: EndName;
};

function AddressSelect({ end, draft, ends, onChange }: AddressSelectProps) {
  const { routes = [], addresses = [], balances } = ends;
  const place = placeOf(routes, end, draft[end]);
  const label = end === "source" ? "Source address" : "Destination address";
  if (place !== undefined && !needsAddress(end, place)) {
    return (
      <TextInput
        label={label}
        value="Sender of the wire"
        readOnly
        description="You get wire instructions once the transfer is created."
      />
    );
  }
  const options = place === undefined ? [] : addressOptions(end, place, addresses, balances);
  const member = end === "source" ? "sourceAddress" : "destinationAddress";
  return (
    <NativeSelect
      label={label}
      required
      data={[choose, ...options]}
      value={draft[member]}
      disabled={place === undefined}
      error={
        place !== undefined && ends.addresses !== undefined && options.length === 0
          ? "The account has no matching address."
          : undefined
      }
      onChange={(event) => onChange({ [member]: event.currentTarget.value })}
    />
  );
}
