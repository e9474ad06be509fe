import { Alert, NativeSelect, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { get, type ResponseBody, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { AmountInput } from "../../kit/amount-input.tsx";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Form } from "../../kit/form.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
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

/** Withdraws dollars, earned fees or tokens of a treasury to the managing account. */
export function WithdrawDialog(props: WithdrawDialogProps) {
  const disabledReason = useCan("treasury.write") ? undefined : "Your role can't manage treasuries.";
  return (
    <DialogButton label="Withdraw money" title="Withdraw money" size="xs" disabledReason={disabledReason}>
      {(close) => <WithdrawForm {...props} onClose={close} />}
    </DialogButton>
  );
}

const payoutRails = (): readonly string[] => railNames(({ is_destination }) => is_destination);

/** Money that can be withdrawn: dollars, earned fees, or a token on a chain. */
interface Money {
  readonly key: string;
  readonly label: string;
  readonly from: "treasury" | "fees";
  readonly asset: string;
  readonly available: string;
  /** Undefined for money at the bank. */
  readonly chain: string | undefined;
}

function moneyOf({ balances, earned_fees: fees }: WithdrawDialogProps["treasury"]): readonly Money[] {
  const held = balances.map(({ chain, value_type: asset, available }): Money => {
    const place = chain === null ? "Bank" : transferTypeLabel(chain);
    const label = `${asset} · ${place}`;
    return { key: label, label, from: "treasury", asset, available, chain: chain ?? undefined };
  });
  const earned = {
    key: "fees",
    label: "USD · Earned fees",
    from: "fees",
    asset: "USD",
    chain: undefined,
  } as const;
  return [...held.slice(0, 1), { ...earned, available: fees.available }, ...held.slice(1)];
}

interface WithdrawalDraft {
  readonly moneyKey: string;
  /** Empty until selected; defaults to the first address. */
  readonly addressId: string;
  readonly rail: string;
  readonly amount: string;
  readonly memo: string;
}

function WithdrawForm({ path, treasury, onClose }: WithdrawDialogProps & { readonly onClose: () => void }) {
  // Fixed when the form opens, so that a resubmission can't create a second withdrawal.
  const [id] = useState(treasury.withdrawal_id);
  const [draft, setDraft] = useState(emptyDraft);
  const queryClient = useQueryClient();
  const found = useAddresses(path);
  const choices = moneyOf(treasury);
  const money = choices.find(({ key }) => key === draft.moneyKey) ?? choices[0];
  if (money === undefined) return null;
  const addresses = (found.data ?? []).flatMap((address) => labelled(address, money));
  const addressId = addresses.find((each) => each.id === draft.addressId)?.id ?? addresses[0]?.id;
  const withdraw = async () => {
    await createWithdrawal(path, { ...draft, id, addressId: addressId ?? "", money });
    toastSuccess("Withdrawal created. Its funds are held until they are paid out.");
    onClose();
    await queryClient.invalidateQueries({ queryKey: ["treasury"] });
  };
  const place = money.chain === undefined ? "bank account" : "external address on this chain";
  return (
    <Form label="Withdraw" disabled={addressId === undefined} onSubmit={withdraw} onCancel={onClose}>
      <NativeSelect
        label="Withdraw"
        value={money.key}
        onChange={(event) => setDraft({ ...draft, moneyKey: event.currentTarget.value, amount: "" })}
        data={choices.map(({ key: value, label }) => ({ value, label }))}
      />
      <Text size="sm" component="div">
        Available: <Amount inline value={money.available} asset={money.asset} />. Withdrawals go only to
        addresses of the managing account.
      </Text>
      {found.data !== undefined && addresses.length === 0 ? (
        <Alert color="yellow" title={`No ${place}`}>
          The managing account has no {place} on {path.network}. Add one first.
        </Alert>
      ) : null}
      {found.error === null ? null : <ErrorNotice error={found.error} />}
      <WithdrawalFields
        draft={{ ...draft, addressId: addressId ?? "" }}
        money={money}
        addresses={addresses}
        onChange={setDraft}
      />
    </Form>
  );
}

const emptyDraft: WithdrawalDraft = { moneyKey: "", addressId: "", rail: "wire", amount: "", memo: "" };

interface WithdrawalFieldsProps {
  readonly draft: WithdrawalDraft;
  readonly money: Money;
  readonly addresses: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (draft: WithdrawalDraft) => void;
}

function WithdrawalFields({ draft, money, addresses, onChange }: WithdrawalFieldsProps) {
  const change = (part: Partial<WithdrawalDraft>) => onChange({ ...draft, ...part });
  const isBank = money.chain === undefined;
  const entered = {
    label: "Amount",
    required: true,
    value: draft.amount,
    max: money.available,
    onChange: (amount: string) => change({ amount }),
  };
  return (
    <>
      <NativeSelect
        label={isBank ? "Bank account" : "Address"}
        required
        value={draft.addressId}
        onChange={(event) => change({ addressId: event.currentTarget.value })}
        data={addresses.map(({ id: value, label }) => ({ value, label }))}
      />
      {isBank ? (
        <>
          <NativeSelect
            label="Rail"
            value={draft.rail}
            onChange={(event) => change({ rail: event.currentTarget.value })}
            data={payoutRails().map((value) => ({ value, label: transferTypeLabel(value) }))}
          />
          <DollarsInput {...entered} />
          <TextInput
            label="Memo"
            description="Optional. Appears on the bank statement."
            maxLength={maxLengths.withdrawFromTreasury.memo}
            value={draft.memo}
            onChange={(event) => change({ memo: event.currentTarget.value })}
          />
        </>
      ) : (
        <AmountInput {...entered} asset={money.asset} />
      )}
    </>
  );
}

function createWithdrawal(
  path: WithdrawDialogProps["path"],
  {
    id,
    addressId,
    rail,
    amount,
    memo,
    money,
  }: WithdrawalDraft & { readonly id: string; readonly money: Money },
) {
  const isBank = money.chain === undefined;
  return send("post", "/console/api/treasury/{tenant_id}/{network}/withdrawals", {
    params: { path },
    body: {
      id,
      from: money.from,
      value_type: money.asset,
      address_id: addressId,
      transfer_type: money.chain ?? rail,
      amount: amount.trim(),
      ...(isBank && memo.trim() !== "" ? { memo: memo.trim() } : {}),
    },
  });
}

const manyAddresses = 100;

function useAddresses(path: WithdrawDialogProps["path"]) {
  return useQuery({
    queryKey: ["treasury", "addresses", path],
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
      return addresses;
    },
  });
}

type Address =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses">["addresses"][number];

/** Active external addresses that the money can be paid to, by their owners. */
function labelled(
  address: Address,
  { chain }: Money,
): readonly { readonly id: string; readonly label: string }[] {
  const { id, status, transfer_types: types } = address;
  const accepted = chain === undefined ? payoutRails() : [chain];
  const isPayable = status === "active" && accepted.some((type) => types.includes(type));
  if (!isPayable || address.type === "internal") return [];
  const party = addressParty(address);
  const parts = [partyText(party), party.detail, party.status].filter((part) => part !== undefined);
  return [{ id, label: parts.join(" · ") }];
}
