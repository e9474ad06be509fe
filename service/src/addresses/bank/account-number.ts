import { type Complaint, complain } from "../../accounts/index.ts";

const shownCharacters = 4;
const mask = "****";

/** As Nacha takes it: at most 17 letters and digits. Blanks and dashes, which people write between them, do not count. */
export function readAccountNumber(text: string): string | Complaint {
  const number = text.replaceAll(/[ -]/g, "");
  return /^[0-9A-Za-z]{4,17}$/.test(number)
    ? number
    : complain("must be an account number of 4 to 17 letters and digits");
}

/** What may be shown of it: the last four characters, and nothing when it has no more. */
export function maskAccountNumber(number: string): string {
  return number.length <= shownCharacters ? mask : `${mask}${number.slice(-shownCharacters)}`;
}
