import { NativeSelect } from "@mantine/core";
import { FieldGrid } from "../../kit/field-grid.tsx";
import { PointerField } from "../../kit/pointer-field.tsx";
import type { PointerForm } from "../../kit/use-pointer-form.ts";
import { describeRoutingNumber } from "./routing-number.ts";

export const accountTypes = ["checking", "savings"] as const;
export type AccountType = (typeof accountTypes)[number];

/** Fields common to all bank accounts. */
export function BankFields({ form }: { readonly form: PointerForm }) {
  const { problem, district } = describeRoutingNumber(form.values["/routing_number"] ?? "");
  return (
    <FieldGrid>
      <PointerField
        form={form}
        pointer="/owner"
        label="Account holder"
        description="Name on the bank account."
      />
      <PointerField
        form={form}
        pointer="/name"
        label="Name"
        description="Defaults to the last digits of the account number."
        isOptional
      />
      <PointerField
        form={form}
        pointer="/routing_number"
        label="Routing number"
        description={
          district === undefined ? "Nine-digit ABA number." : `Federal Reserve district: ${district}.`
        }
        problem={problem}
      />
      <PointerField
        form={form}
        pointer="/account_number"
        label="Account number"
        description="Stored encrypted and shown masked."
      />
      <NativeSelect
        label="Account type"
        value={accountTypeOf(form)}
        onChange={(event) => form.set("/account_type", event.currentTarget.value)}
        error={form.errorAt("/account_type")}
        data={accountTypes}
      />
    </FieldGrid>
  );
}

export function accountTypeOf({ values }: Pick<PointerForm, "values">): AccountType {
  return accountTypes.find((known) => known === values["/account_type"]) ?? "checking";
}
