import { Box, Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { FieldGrid } from "../../kit/field-grid.tsx";
import { Form } from "../../kit/form.tsx";
import { railNamed } from "../../kit/transfer-type-words.ts";
import { type PointerValues, usePointerForm } from "../../kit/use-pointer-form.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { streetOf } from "../accounts/account-form.ts";
import { StreetFields } from "../accounts/street-fields.tsx";
import type { NewExternalAddress, TransferType } from "./address.ts";
import { accountTypeOf, BankFields } from "./bank-fields.tsx";
import { payoutRails } from "./transfer-types.ts";
import { TransferTypesField } from "./transfer-types-field.tsx";
import { useAddressCreated } from "./use-address-created.ts";

/** Adds an external bank account that can be paid. */
export function BankAddressForm({ accountId }: { readonly accountId: string }) {
  const { params } = useWorkspace();
  const form = usePointerForm();
  const onCreated = useAddressCreated();
  const [rails, setRails] = useState<readonly TransferType[]>(["ach_credit"]);
  const needsAddresses = requireAddresses(rails);
  const create = async () => {
    const path = "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses/external";
    const { id, name } = await send("post", path, {
      params: { path: { ...params, account_id: accountId } },
      body: bankRequest(form.values, rails),
      idempotent: true,
    });
    await onCreated(id, `${name} added`);
  };
  return (
    <Form form={form} label="Add bank account" onSubmit={create}>
      <BankFields form={form} />
      <TransferTypesField
        label="Transfer types"
        options={payoutRails()}
        chosen={rails}
        onChoose={setRails}
        error={form.errorAt("/transfer_types")}
      />
      {needsAddresses ? (
        <>
          <Text size="sm">Wires require the addresses of the bank and the account holder.</Text>
          <Street title="Bank address" form={form} at="/bank_address" />
          <Street title="Beneficiary address" form={form} at="/beneficiary_address" />
        </>
      ) : null}
    </Form>
  );
}

interface StreetProps {
  readonly title: string;
  readonly form: ReturnType<typeof usePointerForm>;
  readonly at: string;
}

function Street({ title, form, at }: StreetProps) {
  return (
    <Box component="fieldset" p="md" style={{ border: "1px solid var(--mantine-color-default-border)" }}>
      <Text component="legend" size="sm" fw={500} px={4}>
        {title}
      </Text>
      <FieldGrid>
        <StreetFields form={form} at={at} />
      </FieldGrid>
    </Box>
  );
}

/** A wire requires the addresses of the bank and the account holder. */
function requireAddresses(rails: readonly TransferType[]): boolean {
  return rails.some((rail) => (railNamed(rail)?.requires ?? []).length > 0);
}

function bankRequest(values: PointerValues, rails: readonly TransferType[]): NewExternalAddress {
  const at = (pointer: string): string => (values[pointer] ?? "").trim();
  return {
    owner: at("/owner"),
    account_number: at("/account_number"),
    routing_number: at("/routing_number"),
    account_type: accountTypeOf({ values }),
    transfer_types: [...rails],
    ...(at("/name") === "" ? {} : { name: at("/name") }),
    ...(requireAddresses(rails)
      ? {
          bank_address: streetOf(values, "/bank_address"),
          beneficiary_address: streetOf(values, "/beneficiary_address"),
        }
      : {}),
  };
}
