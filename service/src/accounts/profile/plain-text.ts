import { type Complaint, complain } from "./complaint.ts";

// Control characters, halves of surrogate pairs and line separators break what shows them; overrides of the writing
// direction make a name read as another one.
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Text that a person may read: composed (Unicode NFC), without white space around it. */
export function readPlainText(text: string): string | Complaint {
  if (unwanted.test(text)) return complain("must not hold control characters");
  const trimmed = text.normalize("NFC").trim();
  return trimmed === "" ? complain("must not be blank") : trimmed;
}
