import { foldSpelling } from "./fold-spelling.ts";
import type { NameKind } from "./name-kind.ts";
import { isLatin, mixesScripts, romanise } from "./romanise.ts";
import { hasUncertainReading } from "./romanise-scripts.ts";
import {
  corporateForms,
  familySpelling,
  frequentNames,
  honorifics,
  nearestFamily,
  particles,
  tradeWords,
} from "./word-lists.ts";

/** A normalized name: unordered words with weights. */
export interface NormalisedName {
  /** Sorted, so that word order does not matter. */
  readonly words: readonly Word[];
  /** All letters in the order of the name, for names that differ only in word boundaries. */
  readonly joined: string;
  /** The words in the order of the name, without legal forms and titles, spelled as given. */
  readonly plain: readonly string[];
  /** All words in the order of the name, spelled as given. */
  readonly given: readonly string[];
  /** False if a part of it cannot be compared, so that an empty result would prove nothing. */
  readonly isReadable: boolean;
}

export interface Word {
  /** The canonical spelling: that of the word's spelling family. */
  readonly text: string;
  /** As given. A misspelling has no family, so it is compared with the given spelling, too. */
  readonly given: string;
  /** The representative of the spelling family, also of a word that is one edit away from it. */
  readonly family: string | undefined;
  /** One spelling for all transliterations of the same letters. */
  readonly folded: string;
  readonly role: WordRole;
  readonly weight: number;
}

/**
 * `frequent`: common, so it weighs less. `initial`: a single letter that abbreviates a name. `code`: digits, or a
 * single letter of a business; compared exactly. `particle`: a short function word, compared exactly.
 */
export type WordRole = "word" | "frequent" | "initial" | "code" | "particle";

/** Longer names are not compared word by word; they are not real. */
const maxWords = 40;

const fixedWeights = { frequent: 5, initial: 3, code: 8, particle: 2 } as const;
// From four letters on, longer words weigh more, up to a limit.
const baseWeight = 4;
export const initialWeight = fixedWeights.initial;
/** Maximum weight of a word. */
export const maxWeight = 12;

export function normaliseName(name: string, kind: NameKind): NormalisedName {
  const visible = name.replaceAll(unseen, "");
  const text = romanise(visible);
  const found = splitWords(text);
  const given = found.slice(0, maxWords);
  const plain = settle(given, kindSteps[kind]);
  const words = distinctiveWords(plain, kind).map((word) => toWord(word, kind));
  const saysSomething = words.some(({ role }) => role !== "initial" && role !== "particle");
  const hasKnownLetters = isLatin(text) && !hasUncertainReading(visible) && !mixesScripts(visible);
  const isWritten = hasKnownLetters && !hasPlaceholderSigns({ visible, romanised: text }, kind);
  return {
    words: words.sort(byText),
    joined: plain.map(familySpelling).join(""),
    plain,
    given,
    isReadable: saysSomething && found.length <= maxWords && isWritten,
  };
}

function byText(left: Word, right: Word): number {
  const isBefore = left.text < right.text || (left.text === right.text && left.given < right.given);
  return isBefore ? -1 : 1;
}

/** Converts `LAST, First Middle` to spoken order. Other names are unchanged. */
export function inSpokenOrder(sanctionedName: string): string {
  const comma = sanctionedName.indexOf(",");
  if (comma < 0) return sanctionedName;
  return `${sanctionedName.slice(comma + 1).trim()} ${sanctionedName.slice(0, comma).trim()}`;
}

// All kinds of apostrophes, some of which are letters in Unicode; and invisible characters, such as the soft hyphen.
const unseen = /['’‘ʻʼʽʾʿ`´′]|\p{Cf}/gu;

/** `&` is a word; anything else that is neither letter nor digit separates words. */
function splitWords(text: string): readonly string[] {
  return text
    .replaceAll("&", " AND ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

type Step = (words: readonly string[]) => readonly string[];

const kindSteps: Readonly<Record<NameKind, Step>> = {
  business: (words) => without(corporateForms, joinLoneLetters(joinServantNames(words))),
  individual: (words) => without(honorifics, joinServantNames(words)),
};

/** The distinguishing words, in the order of the name. */
export function distinctiveWords(words: readonly string[], kind: NameKind): readonly string[] {
  return settle(words, (some) => withoutParticles(kindSteps[kind](some)));
}

/**
 * Repeated until stable, because one step may enable another: single letters become adjacent when a word between is
 * dropped.
 */
function settle(words: readonly string[], step: Step): readonly string[] {
  let settled = words;
  for (let rounds = 0; rounds <= maxWords; rounds += 1) {
    const next = step(settled);
    if (next.length === settled.length && next.every((word, at) => word === settled[at])) break;
    settled = next;
  }
  return settled;
}

/** Drops the words, unless only particles would remain. */
function without(dropped: ReadonlySet<string>, words: readonly string[]): readonly string[] {
  const kept = words.filter((word) => !dropped.has(word));
  return kept.some((word) => !particles.has(word)) ? kept : words;
}

/** `L. L. C.` and `LLC` are equal, and so are `J. P.` and `JP`. */
function joinLoneLetters(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let run = "";
  for (const word of [...words, ""]) {
    if (/^\p{L}$/u.test(word)) {
      run += word;
      continue;
    }
    if (run !== "") joined.push(run);
    run = "";
    if (word !== "") joined.push(word);
  }
  return joined;
}

const servantWord = /^ABD(?:UL|EL|AL|OUL)?$/;
const servantBeginning = /^ABD(?:EL|AL|OUL)(?=.{3})/;
// The article assimilates to the next sound: ar-Rahman, as-Salam.
const articles = new Set(["AL", "EL", "UL", "AR", "AS", "ASH", "AN", "AD", "AT", "AZ"]);
const minServedLetters = 3;

/** Abd al-Rahman, Abdul Rahman, Abdel-Rahman and Abdulrahman are one name. */
function joinServantNames(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const servedAt = at + (articles.has(words[at + 1] ?? "") ? 2 : 1);
    const served = words[servedAt] ?? "";
    if (servantWord.test(word) && served.length >= minServedLetters) {
      joined.push(`ABDUL${served}`);
      at = servedAt;
    } else joined.push(word.replace(servantBeginning, "ABDUL"));
  }
  return joined;
}

/** Drops particles if enough words remain. */
function withoutParticles(words: readonly string[]): readonly string[] {
  const kept = words.filter((word) => !particles.has(word));
  return kept.length >= 2 ? kept : words;
}

function toWord(given: string, kind: NameKind): Word {
  const text = familySpelling(given);
  const role = roleOf(text, kind);
  const weight = role === "word" ? Math.min(maxWeight, baseWeight + text.length) : fixedWeights[role];
  return { text, given, family: nearestFamily(given), folded: foldSpelling(text), role, weight };
}

function roleOf(text: string, kind: NameKind): WordRole {
  if (/\p{N}/u.test(text)) return "code";
  if (text.length === 1) return kind === "individual" ? "initial" : "code";
  if (particles.has(text)) return "particle";
  const frequent = kind === "individual" ? frequentNames : tradeWords;
  return frequent.has(text) ? "frequent" : "word";
}

/**
 * Whether a digit or sign may replace a letter, as in `V1ktor`. Names of individuals contain little else than letters.
 * Names of businesses may contain digits, so there it depends on their position.
 */
function hasPlaceholderSigns(
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
