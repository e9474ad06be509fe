import type { ListEntry, SanctionedName, SanctionsList } from "../src/accounts/screening/sanctions-list.ts";
import type { Random } from "../src/kernel/random.ts";

export interface GeneratedListOptions {
  readonly entries: number;
  readonly seed: number;
}

const onsets = [
  "B",
  "D",
  "F",
  "G",
  "H",
  "K",
  "KH",
  "L",
  "M",
  "N",
  "P",
  "Q",
  "R",
  "S",
  "SH",
  "T",
  "TR",
  "V",
  "Y",
  "Z",
];
const vowels = ["A", "E", "I", "O", "U", "A", "I", "OU", "AY"];
const endings = ["", "", "N", "R", "D", "M", "S", "V", "LI", "NI", "ZADEH", "OV", "ENKO", "EZ", "ULLAH"];
const tradeNames = [
  "TRADING",
  "SHIPPING",
  "GENERAL",
  "BANK",
  "PETROLEUM",
  "INDUSTRIES",
  "INTERNATIONAL",
  "GROUP",
];
const legalForms = ["LLC", "LTD", "CO", "FZE", "JSC", "S.A.", "GMBH"];
const commonGivenNames = ["MUHAMMAD", "ALI", "JOSE", "JUAN", "HASAN", "SERGEY", "MARIA", "AHMAD", "ABDULLAH"];

/** A list of realistic size with invented names, the same for the same seed. */
export function generateList({ entries, seed }: GeneratedListOptions): SanctionsList {
  const random = createRandom(seed);
  const all = Array.from({ length: entries }, (_, at) => generateEntry(random, at));
  const version = { name: "Generated names", version: `seed-${seed}`, sha256: "0".repeat(64), entries };
  return { version, entries: all };
}

/** Mulberry32: small, and the same everywhere. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function generateEntry(random: Random, at: number): ListEntry {
  const isUser = random() < 0.4;
  const makeName = isUser ? userName : businessName;
  const aliases = Math.floor(random() * 5);
  const names: SanctionedName[] = [{ type: "primary", text: makeName(random) }];
  for (let count = 0; count < aliases; count += 1) names.push({ type: "aka", text: makeName(random) });
  const year = String(1940 + Math.floor(random() * 60));
  const birthDates = isUser
    ? [{ text: year, from: `${year}-01-01`, to: `${year}-12-31`, isCirca: false }]
    : [];
  const type = isUser ? "individual" : "entity";
  return { uid: String(at + 1), type, program: "GENERATED", names, birthDates, chainAddresses: [] };
}

function userName(random: Random): string {
  const given = random() < 0.3 ? pick(random, commonGivenNames) : makeWord(random);
  const middle = random() < 0.6 ? ` ${makeWord(random)}` : "";
  return `${makeWord(random)}, ${given}${middle}`;
}

function businessName(random: Random): string {
  const second = random() < 0.5 ? ` ${makeWord(random)}` : "";
  return `${makeWord(random)}${second} ${pick(random, tradeNames)} ${pick(random, legalForms)}`;
}

function makeWord(random: Random): string {
  const syllables = 1 + Math.floor(random() * 3);
  let word = "";
  for (let count = 0; count < syllables; count += 1) word += pick(random, onsets) + pick(random, vowels);
  return word + pick(random, endings);
}

function pick(random: Random, choices: readonly string[]): string {
  return choices[Math.floor(random() * choices.length)] ?? "";
}
