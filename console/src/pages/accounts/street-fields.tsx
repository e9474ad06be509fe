import { PointerField } from "../../kit/pointer-field.tsx";
import { PointerStateField } from "../../kit/pointer-state-field.tsx";
import type { PointerForm } from "../../kit/use-pointer-form.ts";

interface StreetFieldsProps {
  readonly form: PointerForm;
  /** JSON pointer of the address in the request. */
  readonly at: string;
}

/** A street address in the United States. */
export function StreetFields({ form, at }: StreetFieldsProps) {
  return (
    <>
      <PointerField form={form} pointer={`${at}/street_line_1`} label="Address line 1" />
      <PointerField form={form} pointer={`${at}/street_line_2`} label="Address line 2" isOptional />
      <PointerField form={form} pointer={`${at}/city`} label="City" />
      <PointerStateField form={form} pointer={`${at}/state`} />
      <PointerField form={form} pointer={`${at}/zip`} label="ZIP code" />
    </>
  );
}
