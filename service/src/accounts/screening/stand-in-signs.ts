import type { NameKind } from "./name-kind.ts";

/**
 * Whether a digit or another sign may stand where a letter belongs, as in `V1ktor`. A person's name has letters, and
 * little else. A business may well have digits in its name, so there it depends on where they stand.
 */
export function hasStandInSigns(
  name: { readonly visible: string; readonly romanised: string },
  kind: NameKind,
): boolean {
  if (kind === "person") return notOfPerson.test(name.visible);
  return signInWord.test(name.visible) || name.romanised.split(/[^\p{L}\p{N}]+/u).some(mayHideLetter);
}

const notOfPerson = /[^\p{L}\p{M}\s\p{Pd}.,]/u;
// `&` is punctuation. A dollar that follows a word is one; before a letter it is an S.
const signInWord = /[^\P{S}+$]|\p{L}[@!*?#%$]\p{L}|\$\p{L}/u;

/** Shorter ones are names of their own: 3M, B2B, 1st. */
const minLetters = 3;

const loneDigit = /\p{L}\p{N}+\p{L}|^\p{N}\p{L}|\p{L}\p{N}$/u;

/** A digit between letters, or a single one before or behind them. `Studio54` is taken for what it says. */
function mayHideLetter(word: string): boolean {
  const letters = word.replaceAll(/\P{L}/gu, "").length;
  return letters >= minLetters && loneDigit.test(word);
}
