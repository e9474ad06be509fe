import { NativeSelect } from "@mantine/core";
import { FieldGrid } from "../../kit/field-grid.tsx";
import { PointerField } from "../../kit/pointer-field.tsx";
import type { PointerForm } from "../../kit/use-pointer-form.ts";

export const accountTypes = ["checking", "savings"] as const;
export type AccountType = (typeof accountTypes)[number];

/** What every bank account says of itself. */
export function BankFields({ form }: { readonly form: PointerForm }) {
  return (
    <FieldGrid>
      <PointerField form={form} pointer="/owner" label="Owner" description="As the bank knows the owner." />
      <PointerField
        form={form}
        pointer="/name"
        label="Name"
        description="What you call it; its last digits if left out."
        isOptional
      />
      <PointerField
        form={form}
        pointer="/routing_number"
        label="Routing number"
        description="ABA, nine digits."
      />
      <PointerField
        form={form}
        pointer="/account_number"
        label="Account number"
        description="Kept sealed, and shown masked."
      />
      <NativeSelect
        label="Kind of account"
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
