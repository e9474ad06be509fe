import { PointerField } from "../../kit/pointer-field.tsx";
import type { PointerForm } from "../../kit/use-pointer-form.ts";

interface StreetFieldsProps {
  readonly form: PointerForm;
  /** Where the address stands in the request. */
  readonly at: string;
}

/** A street address in the United States. */
export function StreetFields({ form, at }: StreetFieldsProps) {
  return (
    <>
      <PointerField form={form} pointer={`${at}/street_line_1`} label="Street" />
      <PointerField form={form} pointer={`${at}/street_line_2`} label="Street, second line" isOptional />
      <PointerField form={form} pointer={`${at}/city`} label="City" />
      <PointerField form={form} pointer={`${at}/state`} label="State" description="Its code or its name." />
      <PointerField form={form} pointer={`${at}/zip`} label="ZIP code" />
    </>
  );
}
