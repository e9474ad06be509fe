import { Button, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { Form } from "../../kit/form.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { PointerField } from "../../kit/pointer-field.tsx";
import { type PointerForm, usePointerForm } from "../../kit/use-pointer-form.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { useSecret } from "../developers/use-secret.ts";
import { WebhookSecret } from "../developers/webhooks/webhook-secret.tsx";
import { addressKeys, type TransferType } from "./address.ts";
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
  const [linked, setLinked] = useSecret<LinkedAccount>();
  if (linked !== undefined) return <CustomerWebhook linked={linked} />;
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
      <RegistrationForm accountId={accountId} form={form} onSecret={setLinked} />
    </Stack>
  );
}

/** A linked bank account with a new webhook of the customer. */
interface LinkedAccount {
  readonly addressId: string;
  readonly secret: string;
}

function CustomerWebhook({ linked: { addressId, secret } }: { readonly linked: LinkedAccount }) {
  const link = useWorkspaceLink();
  return (
    <Stack gap="md" maw="36rem" align="flex-start">
      <Text size="sm">The bank account is linked. Pass the secret of the webhook on to your customer.</Text>
      <WebhookSecret secret={secret} />
      <Button variant="default" component={ConsoleLink} to={link("addresses", addressId)}>
        Open address
      </Button>
    </Stack>
  );
}

interface RegistrationFormProps extends BankLinkFormProps {
  readonly form: PointerForm;
  readonly onSecret: (linked: LinkedAccount) => void;
}

function RegistrationForm({ accountId, form, onSecret }: RegistrationFormProps) {
  const { params } = useWorkspace();
  const onCreated = useAddressCreated();
  const queryClient = useQueryClient();
  const [rails, setRails] = useState<readonly TransferType[]>(["ach_debit", "ach_credit"]);
  const register = async () => {
    const path =
      "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/banklink/register-account";
    const webhook = (form.values["/customer_webhook_url"] ?? "").trim();
    const { address_id: addressId, customer_webhook: customerWebhook } = await send("post", path, {
      params: { path: { ...params, account_id: accountId } },
      body: {
        public_token: (form.values["/public_token"] ?? "").trim(),
        transfer_types: [...rails],
        ...(webhook === "" ? {} : { customer_webhook_url: webhook }),
      },
      idempotent: true,
    });
    if (customerWebhook === undefined) return onCreated(addressId, "Bank account linked");
    await queryClient.invalidateQueries({ queryKey: addressKeys });
    onSecret({ addressId, secret: customerWebhook.sharedSecret });
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
