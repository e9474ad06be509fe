import { Checkbox, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useState } from "react";
import { validationIssueAt } from "../../api/api-error.ts";
import { AmountInput } from "../../kit/amount-input.tsx";
import { Form } from "../../kit/form.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { MagicHint } from "../developers/sandbox/magic-hint.tsx";
import { AddressPicker } from "./address-picker.tsx";
import { type MemoType, memoTypeOptions } from "./memo-words.ts";
import { purposeOptions } from "./purpose-words.ts";
import {
  addressAt,
  addressOptions,
  availableAtSource,
  canFallBack,
  destinationOptions,
  draftAmountProblem,
  type EndName,
  memoTypesOf,
  needsAddress,
  placeOf,
  sourceOptions,
  type TransferDraft,
  takesPurpose,
  takesReference,
} from "./transfer-draft.ts";
import type { TransferEnds } from "./use-transfer-ends.ts";

interface TransferFormProps {
  readonly draft: TransferDraft;
  readonly ends: TransferEnds;
  readonly onChange: (change: Partial<TransferDraft>) => void;
  readonly error: unknown;
  /** Undefined while something is missing. */
  readonly onSubmit: (() => Promise<unknown>) | undefined;
}

const choose = { value: "", label: "Select…" };

/** Source, destination, amount and texts of a transfer. */
export function TransferForm({ draft, ends, onChange, error, onSubmit }: TransferFormProps) {
  const [isTried, setIsTried] = useState(false);
  const { routes = [] } = ends;
  const available = availableAtSource(draft, routes, ends.balances);
  const submit = async () => {
    setIsTried(true);
    if (draftAmountProblem(draft, routes, available) === undefined) await onSubmit?.();
  };
  return (
    <Form
      label="Review transfer"
      error={ends.error ?? error}
      disabled={isTried && onSubmit === undefined}
      onSubmit={submit}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <PlaceSelect end="source" draft={draft} ends={ends} onChange={onChange} error={error} />
        <AddressField end="source" draft={draft} ends={ends} onChange={onChange} error={error} />
        <PlaceSelect end="destination" draft={draft} ends={ends} onChange={onChange} error={error} />
        <AddressField end="destination" draft={draft} ends={ends} onChange={onChange} error={error} />
        <AmountInput
          label="Amount"
          required
          asset={placeOf(routes, "source", draft.source)?.value_type ?? "USD"}
          max={available}
          value={draft.amount}
          error={
            validationIssueAt(error, "/amount/value") ??
            (isTried || draft.amount !== "" ? draftAmountProblem(draft, routes, available) : undefined)
          }
          onChange={(amount) => onChange({ amount })}
        />
        <Texts draft={draft} ends={ends} onChange={onChange} error={error} />
      </SimpleGrid>
      <MagicHint form="transfer" />
    </Form>
  );
}

type FieldsProps = Pick<TransferFormProps, "draft" | "ends" | "onChange" | "error">;
type EndProps = FieldsProps & { readonly end: EndName };

/** Texts of the payment at the bank, the memo of the transaction, and the note of a transfer. */
function Texts({ draft, ends, onChange, error }: FieldsProps) {
  const { routes = [], addresses = [] } = ends;
  const source = placeOf(routes, "source", draft.source);
  const destination = placeOf(routes, "destination", draft.destination);
  const memoTypes = memoTypesOf(destination, addressAt(addresses, draft.destinationAddress));
  return (
    <>
      {memoTypes.length > 0 ? (
        <MemoFields types={memoTypes} draft={draft} onChange={onChange} error={error} />
      ) : null}
      {takesReference(destination) ? (
        <TextInput
          label="Reference"
          description="For the beneficiary"
          maxLength={maxLengths.createTransfer["destination/reference"]}
          value={draft.reference}
          error={validationIssueAt(error, "/destination/reference")}
          onChange={(event) => onChange({ reference: event.currentTarget.value })}
        />
      ) : null}
      {takesPurpose(source, destination) ? (
        <NativeSelect
          label="Purpose"
          data={[{ value: "", label: "None" }, ...purposeOptions]}
          value={draft.purpose}
          error={validationIssueAt(error, "/destination/purpose")}
          onChange={({ currentTarget: { value } }) =>
            onChange({ purpose: purposeOptions.find((option) => option.value === value)?.value ?? "" })
          }
        />
      ) : null}
      {canFallBack(destination) ? (
        <Checkbox
          label="Fall back to another rail"
          description="Once, if the receiving bank cannot take the payout"
          checked={draft.fallback === "once"}
          onChange={(event) => onChange({ fallback: event.currentTarget.checked ? "once" : "" })}
        />
      ) : null}
      <TextInput
        label="Internal note"
        maxLength={maxLengths.createTransfer.note}
        value={draft.note}
        error={validationIssueAt(error, "/note")}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </>
  );
}

interface MemoFieldsProps extends Pick<FieldsProps, "draft" | "onChange" | "error"> {
  readonly types: readonly MemoType[];
}

function MemoFields({ types, draft, onChange, error }: MemoFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Memo type"
        data={memoTypeOptions(types)}
        value={draft.memoType}
        error={validationIssueAt(error, "/destination/memo/type")}
        onChange={({ currentTarget: { value } }) =>
          onChange({ memoType: types.find((type) => type === value) ?? "text" })
        }
      />
      <TextInput
        label="Memo"
        description="As the recipient names it; an exchange may require one"
        maxLength={maxLengths.createTransfer["destination/memo/value"]}
        value={draft.memo}
        error={
          validationIssueAt(error, "/destination/memo") ?? validationIssueAt(error, "/destination/memo/value")
        }
        onChange={(event) => onChange({ memo: event.currentTarget.value })}
      />
    </>
  );
}

/** What is moved, and by which rail or on which chain. */
function PlaceSelect({ end, draft, ends, onChange, error }: EndProps) {
  const { routes = [] } = ends;
  const options = end === "source" ? sourceOptions(routes) : destinationOptions(routes, draft.source);
  return (
    <NativeSelect
      label={end === "source" ? "From" : "To"}
      required
      data={[choose, ...options]}
      value={draft[end]}
      disabled={end === "destination" && draft.source === ""}
      error={
        validationIssueAt(error, `/${end}/transfer_type`) ?? validationIssueAt(error, `/${end}/value_type`)
      }
      onChange={(event) => onChange({ [end]: event.currentTarget.value })}
    />
  );
}

function AddressField({ end, draft, ends, onChange, error }: EndProps) {
  const { routes = [], addresses = [], balances = [] } = ends;
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
  const hasNone = place !== undefined && ends.addresses !== undefined && options.length === 0;
  return (
    <AddressPicker
      label={label}
      options={options}
      value={draft[member]}
      disabled={place === undefined}
      description={ends.hasMore ? "Not all addresses of the account are shown." : undefined}
      error={
        validationIssueAt(error, `/${end}/address_id`) ??
        (hasNone ? "The account has no matching address." : undefined)
      }
      onChange={(addressId) => onChange({ [member]: addressId })}
    />
  );
}
