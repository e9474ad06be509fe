import { Alert, Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answered, get, isCanceled, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useCan } from "../../session/use-me.ts";
import type { Network } from "../../workspace/network.ts";

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

function WithdrawForm({ path, treasury, onClose }: WithdrawDialogProps & { readonly onClose: () => void }) {
  // Taken once, when the form is opened: with it nothing is ordered twice.
  const [id] = useState(treasury.withdrawal_id);
  const [addressId, setAddressId] = useState("");
  const [rail, setRail] = useState<(typeof rails)[number]>("wire");
  const [amount, setAmount] = useState("");
  const [memo, setMemo] = useState("");
  const queryClient = useQueryClient();
  const banks = useBankAddresses(path);
  const chosen = addressId === "" ? banks.data?.[0]?.id : addressId;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      send("post", "/console/api/treasury/{tenant_id}/{network}/withdrawals", {
        params: { path },
        body: {
          id,
          address_id: chosen ?? "",
          transfer_type: rail,
          amount: amount.trim(),
          ...(memo.trim() === "" ? {} : { memo: memo.trim() }),
        },
      }),
    onSuccess: async () => {
      toastSuccess("The withdrawal is ordered; its dollars are held until the bank has paid.");
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["treasury"] });
    },
  });
  const dollars = treasury.balances[0];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Stack gap="md">
        <Text size="sm" component="div">
          Available:{" "}
          {dollars === undefined ? "nothing" : <Amount inline value={dollars.available} asset="USD" />}. The
          bank pays the managing account itself, and nobody else.
        </Text>
        {banks.data?.length === 0 ? (
          <Alert color="yellow" title="No bank account">
            The managing account has no bank address on {path.network}. It must be added there first.
          </Alert>
        ) : null}
        {banks.error === null ? null : <ErrorNotice error={banks.error} />}
        <NativeSelect
          label="Bank account"
          required
          value={chosen ?? ""}
          onChange={(event) => setAddressId(event.currentTarget.value)}
          data={(banks.data ?? []).map(({ id: value, label }) => ({ value, label }))}
        />
        <NativeSelect
          label="Rail"
          value={rail}
          onChange={(event) => setRail(rails.find((known) => known === event.currentTarget.value) ?? "wire")}
          data={[...rails]}
        />
        <TextInput
          label="Amount in dollars"
          required
          inputMode="decimal"
          placeholder="1000.00"
          pattern="\d{1,18}(\.\d{1,2})?"
          title="A number with at most two decimals"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <TextInput
          label="Memo"
          description="What the bank statement says; optional."
          maxLength={140}
          value={memo}
          onChange={(event) => setMemo(event.currentTarget.value)}
        />
        {error === null || isCanceled(error) ? null : <ErrorNotice error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={chosen === undefined}>
            Withdraw
          </Button>
        </Group>
      </Stack>
    </form>
  );
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
