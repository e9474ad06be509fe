import type { NameKind } from "./name-kind.ts";

/**
 * Whether a digit or sign may replace a letter, as in `V1ktor`. Names of individuals contain little else than letters.
 * Names of businesses may contain digits, so there it depends on their position.
 */
export function hasPlaceholderSigns(
  name: { readonly visible: string; readonly romanised: string },
  kind: NameKind,
): boolean {
  if (kind === "individual") return notOfIndividual.test(name.visible);
  return signInWord.test(name.visible) || name.romanised.split(/[^\p{L}\p{N}]+/u).some(mayHideLetter);
}

const notOfIndividual = /[^\p{L}\p{M}\s\p{Pd}.,]/u;
// `&` is punctuation. A dollar sign after a word is one, too; before a letter it replaces an S.
const signInWord = /[^\P{S}+$]|\p{L}[@!*?#%$]\p{L}|\$\p{L}/u;

/** Shorter ones are names in their own right: 3M, B2B, 1st. */
const minLetters = 3;

const loneDigit = /\p{L}\p{N}+\p{L}|^\p{N}\p{L}|\p{L}\p{N}$/u;

/** A digit between letters, or a single one before or after them. `Studio54` is taken literally. */
function mayHideLetter(word: string): boolean {
  const letters = word.replaceAll(/\P{L}/gu, "").length;
  return letters >= minLetters && loneDigit.test(word);
}
