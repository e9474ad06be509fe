import type { NameKind } from "./name-kind.ts";
import { isLatin, mixesScripts, romanise } from "./romanise.ts";
import { hasStandInSigns } from "./stand-in-signs.ts";
import {
  corporateForms,
  familySpelling,
  frequentNames,
  honorifics,
  particles,
  tradeWords,
} from "./word-lists.ts";

/** A name as it is compared: words without order, each with what it weighs. */
export interface NormalisedName {
  /** Sorted, so that the order in which a name is written cannot matter. */
  readonly words: readonly Word[];
  /** All letters in the order of the name, for names that only divide their words differently. */
  readonly joined: string;
  /** False when something of it cannot be compared, so that finding nothing would mean nothing. */
  readonly isReadable: boolean;
}

export interface Word {
  readonly text: string;
  readonly role: WordRole;
  readonly weight: number;
}

/**
 * `frequent`: many have it, so it says less. `initial`: a single letter that stands for a name. `code`: digits, or a
 * lone letter of a business; it is equal or it is not. `particle`: a little word, likewise.
 */
export type WordRole = "word" | "frequent" | "initial" | "code" | "particle";

/** Longer names are not compared word by word; nobody is called so. */
const maxWords = 40;

const fixedWeights = { frequent: 5, initial: 3, code: 8, particle: 2 } as const;
// Four letters and more say the more the longer they are, up to a point.
const baseWeight = 4;
export const initialWeight = fixedWeights.initial;
/** What a word can weigh at most. */
export const maxWeight = 12;

export function normaliseName(name: string, kind: NameKind): NormalisedName {
  const visible = name.replaceAll(unseen, "");
  const text = romanise(visible);
  const found = splitWords(text);
  const written = settle(found.slice(0, maxWords), kindSteps[kind]);
  const words = tellingWords(written, kind).map((word) => toWord(word, kind));
  const saysSomething = words.some(({ role }) => role !== "initial" && role !== "particle");
  const isWritten =
    isLatin(text) && !mixesScripts(visible) && !hasStandInSigns({ visible, romanised: text }, kind);
  return {
    words: words.sort((left, right) => (left.text < right.text ? -1 : 1)),
    joined: written.join(""),
    isReadable: saysSomething && found.length <= maxWords && isWritten,
  };
}

/** `LAST, First Middle` in the order in which it is spoken. Other names are left as they are. */
export function inSpokenOrder(listedName: string): string {
  const comma = listedName.indexOf(",");
  if (comma < 0) return listedName;
  return `${listedName.slice(comma + 1).trim()} ${listedName.slice(0, comma).trim()}`;
}

// Apostrophes in all their shapes, some of which count as letters; and signs that nobody sees, such as a soft hyphen.
const unseen = /['’‘ʻʼʽʾʿ`´′]|\p{Cf}/gu;

/** `&` is a word, and whatever else is no letter and no digit divides. */
function splitWords(text: string): readonly string[] {
  return text
    .replaceAll("&", " AND ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

type Step = (words: readonly string[]) => readonly string[];

const kindSteps: Readonly<Record<NameKind, Step>> = {
  business: (words) => without(corporateForms, joinLoneLetters(joinServantNames(words))).map(familySpelling),
  person: (words) => without(honorifics, joinServantNames(words)).map(familySpelling),
};

/** The words that tell who it is, in the order of the name. */
export function tellingWords(words: readonly string[], kind: NameKind): readonly string[] {
  return settle(words, (some) => withoutParticles(kindSteps[kind](some)));
}

/** Each step may make room for another one: two lone letters meet when what stood between them is dropped. */
function settle(words: readonly string[], step: Step): readonly string[] {
  let settled = words;
  for (let rounds = 0; rounds <= maxWords; rounds += 1) {
    const next = step(settled);
    if (next.length === settled.length && next.every((word, at) => word === settled[at])) break;
    settled = next;
  }
  return settled;
}

/** Leaves the words out, unless nothing but little words would remain. */
function without(dropped: ReadonlySet<string>, words: readonly string[]): readonly string[] {
  const kept = words.filter((word) => !dropped.has(word));
  return kept.some((word) => !particles.has(word)) ? kept : words;
}

/** `L. L. C.` and `LLC` are the same, and so are `J. P.` and `JP`. */
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
// The article takes on the sound that follows it: ar-Rahman, as-Salam.
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

/** Little words are left out where enough remains to tell the name. */
function withoutParticles(words: readonly string[]): readonly string[] {
  const kept = words.filter((word) => !particles.has(word));
  return kept.length >= 2 ? kept : words;
}

function toWord(text: string, kind: NameKind): Word {
  const role = roleOf(text, kind);
  const weight = role === "word" ? Math.min(maxWeight, baseWeight + text.length) : fixedWeights[role];
  return { text, role, weight };
}

function roleOf(text: string, kind: NameKind): WordRole {
  if (/\p{N}/u.test(text)) return "code";
  if (text.length === 1) return kind === "person" ? "initial" : "code";
  if (particles.has(text)) return "particle";
  const frequent = kind === "person" ? frequentNames : tradeWords;
  return frequent.has(text) ? "frequent" : "word";
}
