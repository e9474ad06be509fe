import { FieldGrid } from "../../kit/field-grid.tsx";
import { PointerField } from "../../kit/pointer-field.tsx";
import type { PointerForm } from "../../kit/use-pointer-form.ts";
import { StreetFields } from "./street-fields.tsx";

interface PartyFieldsProps {
  readonly form: PointerForm;
  /** Where the person stands in the request. */
  readonly at: string;
}

/** A person who controls the business or owns a part of it. */
export function PartyFields({ form, at }: PartyFieldsProps) {
  return (
    <FieldGrid>
      <PointerField form={form} pointer={`${at}/first_name`} label="First name" />
      <PointerField form={form} pointer={`${at}/last_name`} label="Last name" />
      <PointerField form={form} pointer={`${at}/dob`} label="Date of birth" placeholder="YYYY-MM-DD" />
      <PointerField
        form={form}
        pointer={`${at}/ssn`}
        label="SSN"
        description="Nine digits. Kept sealed; the console shows the last four."
      />
      <PointerField form={form} pointer={`${at}/email`} label="E-mail" type="email" />
      <PointerField form={form} pointer={`${at}/phone_number`} label="Telephone" />
      <StreetFields form={form} at={`${at}/address`} />
      <PointerField form={form} pointer={`${at}/ownership_percentage`} label="Owns, in percent" isOptional />
    </FieldGrid>
  );
}
