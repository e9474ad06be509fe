import { useState } from "react";
import { send } from "../../api/client.ts";
import { ApiFold } from "../../kit/api-fold.tsx";
import { Form } from "../../kit/form.tsx";
import { PointerField } from "../../kit/pointer-field.tsx";
import { usePointerForm } from "../../kit/use-pointer-form.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { FamilyField } from "./family-field.tsx";
import { addressFamilies } from "./transfer-types.ts";
import { useAddressCreated } from "./use-address-created.ts";

/** Creates a custodial address. */
export function InternalAddressForm({ accountId }: { readonly accountId: string }) {
  const { params } = useWorkspace();
  const form = usePointerForm();
  const onCreated = useAddressCreated();
  const [chains, setChains] = useState(() => addressFamilies()[0]?.chains ?? []);
  const create = async () => {
    const path = "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses/internal";
    const { id, name } = await send("post", path, {
      params: { path: { ...params, account_id: accountId } },
      body: { name: (form.values["/name"] ?? "").trim(), transfer_types: [...chains] },
      idempotent: true,
    });
    await onCreated(id, `${name} created`);
  };
  return (
    <Form form={form} label="Create address" maw="36rem" onSubmit={create}>
      <PointerField form={form} pointer="/name" label="Name" description="For example Payroll." />
      <FamilyField chains={chains} onChoose={setChains} error={form.errorAt("/transfer_types")} />
      <ApiFold
        request={{
          method: "POST",
          path: `/accounts/${accountId}/addresses/internal`,
          body: { name: form.values["/name"] ?? "", transfer_types: chains },
          idempotent: true,
        }}
      />
    </Form>
  );
}
