import parsePhoneNumber, { type PhoneNumber } from "libphonenumber-js/max";
import { complain, type ValidationIssue } from "./validation-issue.ts";

/** A possible phone number, US unless it has a country code. Stored as E.164. */
export function readPhoneNumber(text: string): string | ValidationIssue {
  const number = parse(text.trim());
  if (number?.isPossible() !== true) {
    return complain("must be a phone number: ten digits, or + and a country code");
  }
  return number.ext === undefined ? number.number : complain("must be a phone number without an extension");
}

/** Whether the area code and exchange are assigned, and where; for numbers that were already parsed. */
export function describePhoneNumber(number: string): {
  readonly isAssigned: boolean;
  readonly isAbroad: boolean;
} {
  const parsed = parse(number);
  return { isAssigned: parsed?.isValid() === true, isAbroad: parsed?.countryCallingCode !== "1" };
}

/** The whole text must be the number, not a sentence that contains one. */
function parse(text: string): PhoneNumber | undefined {
  return parsePhoneNumber(text, { defaultCountry: "US", extract: false });
}
