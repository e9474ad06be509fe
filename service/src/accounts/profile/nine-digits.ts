import { complain, type ValidationIssue } from "./validation-issue.ts";

/** An EIN or SSN: nine digits, dashes are ignored. Stored as digits. */
export function readNineDigits(text: string): string | ValidationIssue {
  const digits = text.trim().replaceAll("-", "");
  return /^[0-9]{9}$/.test(digits) ? digits : complain("must have 9 digits, optionally with dashes");
}
