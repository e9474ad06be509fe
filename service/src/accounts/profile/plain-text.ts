import { complain, type ValidationIssue } from "./validation-issue.ts";

// Control characters, unpaired surrogates and line separators break rendering.
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
// Format characters (zero-width ones, bidirectional overrides) and blank letters make one name look like another.
const invisible = /\u034F|[\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/u;
// Persian and Indic scripts need these two, and only between letters.
const joiners = /(?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L})/gu;

/** Default limit, equal to the longest text that a request may contain. */
export const maxTextLength = 255;
export const maxUserAgentLength = 1_024;

/** Displayable text: composed (Unicode NFC) and trimmed. */
export function readPlainText(text: string, maxLength = maxTextLength): string | ValidationIssue {
  if (unprintable.test(text)) return complain("must not contain control characters");
  const trimmed = text.normalize("NFC").trim();
  if (invisible.test(trimmed.replaceAll(joiners, "")))
    return complain("must not contain invisible characters");
  if (trimmed === "") return complain("must not be blank");
  // Composing makes some texts longer. Characters are counted as in the request schema.
  const isTooLong = Array.from(trimmed).length > maxLength;
  return isTooLong ? complain(`must have at most ${maxLength} characters`) : trimmed;
}
