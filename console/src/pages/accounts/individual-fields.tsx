import { FieldGrid } from "../../kit/field-grid.tsx";
import { PointerField } from "../../kit/pointer-field.tsx";
import type { PointerForm } from "../../kit/use-pointer-form.ts";
import { StreetFields } from "./street-fields.tsx";

interface PartyFieldsProps {
  readonly form: PointerForm;
  /** JSON pointer of the individual in the request. */
  readonly at: string;
}

/** Fields of an individual: the controller or a beneficial owner. */
export function PartyFields({ form, at }: PartyFieldsProps) {
  return (
    <FieldGrid>
      <PointerField form={form} pointer={`${at}/first_name`} label="First name" />
      <PointerField form={form} pointer={`${at}/last_name`} label="Last name" />
      <PointerField form={form} pointer={`${at}/dob`} label="Date of birth" type="date" />
      <PointerField
        form={form}
        pointer={`${at}/ssn`}
        label="SSN"
        description="Nine digits. Stored encrypted; the console shows the last four."
      />
      <PointerField form={form} pointer={`${at}/email`} label="Email" type="email" />
      <PointerField form={form} pointer={`${at}/phone_number`} label="Phone" />
      <StreetFields form={form} at={`${at}/address`} />
      <PointerField form={form} pointer={`${at}/ownership_percentage`} label="Ownership (%)" isOptional />
    </FieldGrid>
  );
}
