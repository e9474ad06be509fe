import parsePhoneNumber, { type PhoneNumber } from "libphonenumber-js/max";
import { type Complaint, complain } from "./complaint.ts";

/** A number that can exist, American unless it says otherwise. Kept as E.164. */
export function readPhoneNumber(text: string): string | Complaint {
  const number = parse(text.trim());
  if (number?.isPossible() !== true) {
    return complain("must be a phone number: ten digits, or + and the country code before them");
  }
  return number.ext === undefined ? number.number : complain("must be a phone number without an extension");
}

/** Whether the number's area and exchange are assigned, and where; for numbers that were read before. */
export function describePhoneNumber(number: string): {
  readonly isAssigned: boolean;
  readonly isAbroad: boolean;
} {
  const parsed = parse(number);
  return { isAssigned: parsed?.isValid() === true, isAbroad: parsed?.countryCallingCode !== "1" };
}

/** The whole text must be the number: a number somewhere in a sentence is none. */
function parse(text: string): PhoneNumber | undefined {
  return parsePhoneNumber(text, { defaultCountry: "US", extract: false });
}
