import { useState } from "react";
import { send } from "../../api/client.ts";
import { Form } from "../../kit/form.tsx";
import { usePointerForm } from "../../kit/use-pointer-form.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { TransferType } from "./address.ts";
import { accountTypeOf, BankFields } from "./bank-fields.tsx";
import { linkedRails } from "./transfer-types.ts";
import { TransferTypesField } from "./transfer-types-field.tsx";
import { useAddressCreated } from "./use-address-created.ts";

/** Sends two micro-deposits to a bank account, to be confirmed by the account holder. */
export function MicroDepositsForm({ accountId }: { readonly accountId: string }) {
  const { params } = useWorkspace();
  const form = usePointerForm();
  const onCreated = useAddressCreated();
  const [rails, setRails] = useState<readonly TransferType[]>(["ach_debit", "ach_credit"]);
  const begin = async () => {
    const at = (pointer: string): string => (form.values[pointer] ?? "").trim();
    const path =
      "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/banklink/micro-deposits";
    const { address_id } = await send("post", path, {
      params: { path: { ...params, account_id: accountId } },
      body: {
        owner: at("/owner"),
        account_number: at("/account_number"),
        routing_number: at("/routing_number"),
        account_type: accountTypeOf(form),
        transfer_types: [...rails],
        ...(at("/name") === "" ? {} : { name: at("/name") }),
      },
      idempotent: true,
    });
    await onCreated(address_id, "Micro-deposits sent");
  };
  return (
    <Form form={form} label="Send micro-deposits" onSubmit={begin}>
      <BankFields form={form} />
      <TransferTypesField
        label="Transfer types"
        options={linkedRails()}
        chosen={rails}
        onChoose={setRails}
        error={form.errorAt("/transfer_types")}
      />
    </Form>
  );
}
