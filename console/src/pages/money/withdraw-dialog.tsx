import { Alert, NativeSelect, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { get, type ResponseBody, send } from "../../api/client.ts";
import type { paths } from "../../api/schema.d.ts";
import { Amount } from "../../kit/amount.tsx";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Form } from "../../kit/form.tsx";
import { addressParty, partyText } from "../../kit/party-words.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { railNames, transferTypeLabel } from "../../kit/transfer-type-words.ts";
import { useCan } from "../../session/use-me.ts";
import type { Network } from "../../workspace/network.ts";
import { DollarsInput } from "./dollars-input.tsx";

interface WithdrawDialogProps {
  readonly path: { readonly tenant_id: string; readonly network: Network };
  readonly treasury: ResponseBody<"/console/api/treasury/{tenant_id}/{network}">;
}

/** Withdraws USD from a treasury to a bank account of the managing account. */
export function WithdrawDialog(props: WithdrawDialogProps) {
  const disabledReason = useCan("treasury.write") ? undefined : "Your role can't manage treasuries.";
  return (
    <DialogButton label="Withdraw USD" title="Withdraw USD" size="xs" disabledReason={disabledReason}>
      {(close) => <WithdrawForm {...props} onClose={close} />}
    </DialogButton>
  );
}

type Rail =
  paths["/console/api/treasury/{tenant_id}/{network}/withdrawals"]["post"]["requestBody"]["content"]["application/json"]["transfer_type"];

const payoutRails = (): readonly Rail[] => railNames(({ is_destination }) => is_destination);

interface WithdrawalDraft {
  /** Empty until selected; defaults to the first address. */
  readonly addressId: string;
  readonly rail: Rail;
  readonly amount: string;
  readonly memo: string;
}

const emptyDraft: WithdrawalDraft = { addressId: "", rail: "wire", amount: "", memo: "" };

function WithdrawForm({ path, treasury, onClose }: WithdrawDialogProps & { readonly onClose: () => void }) {
  // Fixed when the form opens, so that a resubmission can't create a second withdrawal.
  const [id] = useState(treasury.withdrawal_id);
  const [draft, setDraft] = useState(emptyDraft);
  const queryClient = useQueryClient();
  const banks = useBankAddresses(path);
  const addressId = draft.addressId === "" ? banks.data?.[0]?.id : draft.addressId;
  const withdraw = async () => {
    await createWithdrawal(path, id, { ...draft, addressId: addressId ?? "" });
    toastSuccess("Withdrawal created. Its funds are held until the bank has paid.");
    onClose();
    await queryClient.invalidateQueries({ queryKey: ["treasury"] });
  };
  const dollars = treasury.balances[0]?.available ?? "0.00";
  return (
    <Form label="Withdraw" disabled={addressId === undefined} onSubmit={withdraw} onCancel={onClose}>
      <Text size="sm" component="div">
        Available: <Amount inline value={dollars} asset="USD" />. Withdrawals go only to bank accounts of the
        managing account.
      </Text>
      {banks.data?.length === 0 ? (
        <Alert color="yellow" title="No bank account">
          The managing account has no bank account on {path.network}. Add one first.
        </Alert>
      ) : null}
      {banks.error === null ? null : <ErrorNotice error={banks.error} />}
      <WithdrawalFields
        draft={{ ...draft, addressId: addressId ?? "" }}
        banks={banks.data ?? []}
        onChange={setDraft}
      />
    </Form>
  );
}

interface WithdrawalFieldsProps {
  readonly draft: WithdrawalDraft;
  readonly banks: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (draft: WithdrawalDraft) => void;
}

function WithdrawalFields({ draft, banks, onChange }: WithdrawalFieldsProps) {
  const change = (part: Partial<WithdrawalDraft>) => onChange({ ...draft, ...part });
  return (
    <>
      <NativeSelect
        label="Bank account"
        required
        value={draft.addressId}
        onChange={(event) => change({ addressId: event.currentTarget.value })}
        data={banks.map(({ id: value, label }) => ({ value, label }))}
      />
      <NativeSelect
        label="Rail"
        value={draft.rail}
        onChange={(event) =>
          change({ rail: payoutRails().find((known) => known === event.currentTarget.value) ?? "wire" })
        }
        data={payoutRails().map((value) => ({ value, label: transferTypeLabel(value) }))}
      />
      <DollarsInput
        label="Amount (USD)"
        required
        value={draft.amount}
        onChange={(amount) => change({ amount })}
      />
      <TextInput
        label="Memo"
        description="Optional. Appears on the bank statement."
        maxLength={140}
        value={draft.memo}
        onChange={(event) => change({ memo: event.currentTarget.value })}
      />
    </>
  );
}

function createWithdrawal(
  path: WithdrawDialogProps["path"],
  id: string,
  { addressId, rail, amount, memo }: WithdrawalDraft,
) {
  return send("post", "/console/api/treasury/{tenant_id}/{network}/withdrawals", {
    params: { path },
    body: {
      id,
      address_id: addressId,
      transfer_type: rail,
      amount: amount.trim(),
      ...(memo.trim() === "" ? {} : { memo: memo.trim() }),
    },
  });
}

const manyAddresses = 100;

function useBankAddresses(path: WithdrawDialogProps["path"]) {
  return useQuery({
    queryKey: ["treasury", "banks", path],
    queryFn: async ({ signal }) => {
      const { addresses } = await get(
        "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses",
        {
          params: {
            path: { ...path, account_id: path.tenant_id },
            query: { "page[size]": manyAddresses },
          },
          signal,
        },
      );
      return addresses.flatMap(labelled);
    },
  });
}

type Address =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses">["addresses"][number];

/** Active bank addresses that can be paid, by their owners. */
function labelled(address: Address): readonly { readonly id: string; readonly label: string }[] {
  const { id, status, transfer_types: types } = address;
  const isPayable = status === "active" && payoutRails().some((rail) => types.includes(rail));
  const party = addressParty(address);
  const parts = [partyText(party), party.detail, party.status].filter((part) => part !== undefined);
  return isPayable ? [{ id, label: parts.join(" · ") }] : [];
}
