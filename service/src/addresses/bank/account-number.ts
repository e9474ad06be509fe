import { complain, type ValidationIssue } from "../../accounts/index.ts";

const shownCharacters = 4;
const mask = "****";

/** As Nacha accepts it: at most 17 letters and digits. Spaces and dashes between them are ignored. */
export function readAccountNumber(text: string): string | ValidationIssue {
  const number = text.replaceAll(/[ -]/g, "");
  return /^[0-9A-Za-z]{4,17}$/.test(number) ? number : complain("must be 4 to 17 letters and digits");
}

/** The masked number: the last four characters, or none if it has no more. */
export function maskAccountNumber(number: string): string {
  return number.length <= shownCharacters ? mask : `${mask}${number.slice(-shownCharacters)}`;
}
