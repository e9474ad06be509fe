import { Alert, Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answered, get, isCanceled, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useCan } from "../../session/use-me.ts";
import type { Network } from "../../workspace/network.ts";
import { DollarsInput } from "./dollars-input.tsx";

interface WithdrawDialogProps {
  readonly path: { readonly tenant_id: string; readonly network: Network };
  readonly treasury: Answered<"/console/api/treasury/{tenant_id}/{network}">;
}

/** Takes dollars out of a treasury, to a bank account of its managing account. */
export function WithdrawDialog(props: WithdrawDialogProps) {
  const mayWrite = useCan("treasury.write");
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={!mayWrite}
        title={mayWrite ? undefined : "Your role may look at treasuries, and not change them."}
        onClick={open}
      >
        Withdraw dollars
      </Button>
      <Modal opened={isOpen} onClose={close} title="Withdraw dollars" centered>
        <WithdrawForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

const rails = ["wire", "ach_credit", "same_day_ach_credit", "rtp_credit"] as const;

interface Wish {
  /** Empty until one was chosen: then the first is meant. */
  readonly addressId: string;
  readonly rail: (typeof rails)[number];
  readonly amount: string;
  readonly memo: string;
}

const nothing: Wish = { addressId: "", rail: "wire", amount: "", memo: "" };

function WithdrawForm({ path, treasury, onClose }: WithdrawDialogProps & { readonly onClose: () => void }) {
  // Taken once, when the form is opened: with it nothing is ordered twice.
  const [id] = useState(treasury.withdrawal_id);
  const [wish, setWish] = useState(nothing);
  const queryClient = useQueryClient();
  const banks = useBankAddresses(path);
  const addressId = wish.addressId === "" ? banks.data?.[0]?.id : wish.addressId;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => order(path, id, { ...wish, addressId: addressId ?? "" }),
    onSuccess: async () => {
      toastSuccess("The withdrawal is ordered; its dollars are held until the bank has paid.");
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["treasury"] });
    },
  });
  const dollars = treasury.balances[0]?.available ?? "0.00";
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Stack gap="md">
        <Text size="sm" component="div">
          Available: <Amount inline value={dollars} asset="USD" />. The bank pays the managing account itself,
          and nobody else.
        </Text>
        {banks.data?.length === 0 ? (
          <Alert color="yellow" title="No bank account">
            The managing account has no bank address on {path.network}. It must be added there first.
          </Alert>
        ) : null}
        {banks.error === null ? null : <ErrorNotice error={banks.error} />}
        <WishFields
          wish={{ ...wish, addressId: addressId ?? "" }}
          banks={banks.data ?? []}
          onChange={setWish}
        />
        {error === null || isCanceled(error) ? null : <ErrorNotice error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={addressId === undefined}>
            Withdraw
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface WishFieldsProps {
  readonly wish: Wish;
  readonly banks: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (wish: Wish) => void;
}

function WishFields({ wish, banks, onChange }: WishFieldsProps) {
  const change = (part: Partial<Wish>) => onChange({ ...wish, ...part });
  return (
    <>
      <NativeSelect
        label="Bank account"
        required
        value={wish.addressId}
        onChange={(event) => change({ addressId: event.currentTarget.value })}
        data={banks.map(({ id: value, label }) => ({ value, label }))}
      />
      <NativeSelect
        label="Rail"
        value={wish.rail}
        onChange={(event) =>
          change({ rail: rails.find((known) => known === event.currentTarget.value) ?? "wire" })
        }
        data={rails.map((value) => ({ value, label: transferTypeWords(value) }))}
      />
      <DollarsInput
        label="Amount in dollars"
        required
        value={wish.amount}
        onChange={(amount) => change({ amount })}
      />
      <TextInput
        label="Memo"
        description="What the bank statement says; optional."
        maxLength={140}
        value={wish.memo}
        onChange={(event) => change({ memo: event.currentTarget.value })}
      />
    </>
  );
}

function order(path: WithdrawDialogProps["path"], id: string, { addressId, rail, amount, memo }: Wish) {
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
  Answered<"/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses">["addresses"][number];

/** Those at banks that can be paid; their numbers come masked. */
function labelled(address: Address): readonly { readonly id: string; readonly label: string }[] {
  const { id, status, name, account_number: number, transfer_types: types } = address;
  const isPayable = status === "active" && rails.some((rail) => types.includes(rail));
  return isPayable ? [{ id, label: number === undefined ? name : `${name} ${number}` }] : [];
}
