import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { Form } from "../../kit/form.tsx";
import { PointerField } from "../../kit/pointer-field.tsx";
import { type PointerForm, usePointerForm } from "../../kit/use-pointer-form.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { TransferType } from "./address.ts";
import { LinkPageOpener } from "./link-page-opener.tsx";
import { SimulatedPick } from "./simulated-pick.tsx";
import { linkedRails } from "./transfer-types.ts";
import { TransferTypesField } from "./transfer-types-field.tsx";
import { useAddressCreated } from "./use-address-created.ts";

interface BankLinkFormProps {
  readonly accountId: string;
}

/** Opens the bank's page, then registers the account with the public token that it returns. */
export function BankLinkForm({ accountId }: BankLinkFormProps) {
  const { params } = useWorkspace();
  const form = usePointerForm();
  return (
    <Stack gap="md" maw="36rem">
      <Text size="sm" fw={600}>
        1. Open the bank's page
      </Text>
      <LinkPageOpener
        label="Get link"
        request={() =>
          send(
            "post",
            "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/banklink/link_token",
            {
              params: { path: { ...params, account_id: accountId } },
            },
          )
        }
      />
      <SimulatedPick accountId={accountId} onPicked={(token) => form.set("/public_token", token)} />
      <Text size="sm" fw={600}>
        2. Register the account
      </Text>
      <RegistrationForm accountId={accountId} form={form} />
    </Stack>
  );
}

function RegistrationForm({ accountId, form }: BankLinkFormProps & { readonly form: PointerForm }) {
  const { params } = useWorkspace();
  const onCreated = useAddressCreated();
  const [rails, setRails] = useState<readonly TransferType[]>(["ach_debit", "ach_credit"]);
  const register = async () => {
    const path =
      "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/banklink/register-account";
    const webhook = (form.values["/customer_webhook_url"] ?? "").trim();
    const { address_id } = await send("post", path, {
      params: { path: { ...params, account_id: accountId } },
      body: {
        public_token: (form.values["/public_token"] ?? "").trim(),
        transfer_types: [...rails],
        ...(webhook === "" ? {} : { customer_webhook_url: webhook }),
      },
      idempotent: true,
    });
    await onCreated(address_id, "Bank account linked");
  };
  return (
    <Form form={form} label="Register" onSubmit={register}>
      <PointerField
        form={form}
        pointer="/public_token"
        label="Public token"
        description="Returned by the bank's page. Single use, valid for 30 minutes."
      />
      <TransferTypesField
        label="Transfer types"
        options={linkedRails()}
        chosen={rails}
        onChoose={setRails}
        error={form.errorAt("/transfer_types")}
      />
      <PointerField
        form={form}
        pointer="/customer_webhook_url"
        label="Customer webhook URL"
        description="An HTTPS URL."
        isOptional
      />
    </Form>
  );
}
