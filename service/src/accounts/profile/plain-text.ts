import { type Complaint, complain } from "./complaint.ts";

// Control characters, halves of surrogate pairs and line separators break what shows them.
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
// Format characters (zero-width ones, overrides of the writing direction) and fillers make a name read as another one.
const invisible = /\u034F|[\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/u;
// Persian and the scripts of India write with these two, and only between letters.
const joiners = /(?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L})/gu;

/** As long as any text that a request may hold, where nothing else is said. */
export const maxTextLength = 255;
export const maxUserAgentLength = 1_024;

/** Text that a person may read: composed (Unicode NFC), without white space around it. */
export function readPlainText(text: string, maxLength = maxTextLength): string | Complaint {
  if (unwanted.test(text)) return complain("must not hold control characters");
  const trimmed = text.normalize("NFC").trim();
  if (invisible.test(trimmed.replaceAll(joiners, ""))) return complain("must not hold invisible characters");
  if (trimmed === "") return complain("must not be blank");
  // Composing makes some texts longer. Characters are counted as the shape of a request counts them.
  const isTooLong = Array.from(trimmed).length > maxLength;
  return isTooLong ? complain(`must have at most ${maxLength} characters`) : trimmed;
}
