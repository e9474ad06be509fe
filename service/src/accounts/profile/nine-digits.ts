import { type Complaint, complain } from "./complaint.ts";

/** An EIN or SSN: nine digits, with dashes anywhere or nowhere. Kept as the digits alone. */
export function readNineDigits(text: string): string | Complaint {
  const digits = text.trim().replaceAll("-", "");
  return /^[0-9]{9}$/.test(digits) ? digits : complain("must have 9 digits; dashes may stand between them");
}
