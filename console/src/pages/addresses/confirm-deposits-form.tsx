import { Alert } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { FieldGrid } from "../../kit/field-grid.tsx";
import { Form } from "../../kit/form.tsx";
import { PointerField } from "../../kit/pointer-field.tsx";
import { Section } from "../../kit/section.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { usePointerForm } from "../../kit/use-pointer-form.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { addressKeys } from "./address.ts";
import type { AddressProps } from "./address-props.ts";

/** Confirms micro-deposits: the account holder enters both amounts from the bank statement. */
export function ConfirmDepositsForm({ accountId, address }: AddressProps) {
  const { params, network, can } = useWorkspace();
  const queryClient = useQueryClient();
  const form = usePointerForm();
  const [attemptsLeft, setAttemptsLeft] = useState<number>();
  if (!can("addresses:write")) return null;
  const confirm = async () => {
    const path =
      "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/banklink/micro-deposits/{address_id}/confirm";
    const result = await send("post", path, {
      params: { path: { ...params, account_id: accountId, address_id: address.id } },
      body: { amounts: ["/amounts/0", "/amounts/1"].map((pointer) => (form.values[pointer] ?? "").trim()) },
      idempotent: true,
    });
    if (result.status === "verified") toastSuccess("Bank account verified");
    setAttemptsLeft(result.status === "verified" ? undefined : result.tries_left);
    await queryClient.invalidateQueries({ queryKey: addressKeys });
  };
  return (
    <Section
      title="Confirm micro-deposits"
      description={network === "testnet" ? "On testnet the amounts are always 0.32 and 0.45." : undefined}
    >
      <Form form={form} label="Confirm" gap="sm" maw="28rem" onSubmit={confirm}>
        <FieldGrid>
          <PointerField form={form} pointer="/amounts/0" label="First amount (USD)" placeholder="0.00" />
          <PointerField form={form} pointer="/amounts/1" label="Second amount (USD)" placeholder="0.00" />
        </FieldGrid>
        {attemptsLeft === undefined ? null : (
          <Alert color="yellow" role="alert" title="Amounts don't match">
            {attemptsLeft === 1 ? "1 attempt left." : `${attemptsLeft} attempts left.`}
          </Alert>
        )}
      </Form>
    </Section>
  );
}
