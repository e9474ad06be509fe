import { useState } from "react";
import { send } from "../../api/client.ts";
import { Form } from "../../kit/form.tsx";
import { PointerField } from "../../kit/pointer-field.tsx";
import { usePointerForm } from "../../kit/use-pointer-form.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { FamilyField } from "./family-field.tsx";
import { addressFamilies } from "./transfer-types.ts";
import { useAddressCreated } from "./use-address-created.ts";

/** Adds an external address on a chain. */
export function ChainAddressForm({ accountId }: { readonly accountId: string }) {
  const { params } = useWorkspace();
  const form = usePointerForm();
  const onCreated = useAddressCreated();
  const [chains, setChains] = useState(() => addressFamilies()[0]?.chains ?? []);
  const create = async () => {
    const path = "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses/external";
    const { id, name } = await send("post", path, {
      params: { path: { ...params, account_id: accountId } },
      body: {
        name: (form.values["/name"] ?? "").trim(),
        address: (form.values["/address"] ?? "").trim(),
        transfer_types: [...chains],
      },
      idempotent: true,
    });
    await onCreated(id, `${name} added`);
  };
  return (
    <Form form={form} label="Add address" maw="36rem" onSubmit={create}>
      <PointerField
        form={form}
        pointer="/name"
        label="Name"
        description="Identifies the address in the console and the API."
      />
      <FamilyField chains={chains} onChoose={setChains} error={form.errorAt("/transfer_types")} />
      <PointerField form={form} pointer="/address" label="On-chain address" />
    </Form>
  );
}
