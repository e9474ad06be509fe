import { posix } from "node:path";
import type { TidyRule, Tree, TreeFile } from "./tree.ts";

/** Florin speaks the language of payments, banking and blockchains; these words are retired in favor of its terms. */
export const languageRules: readonly TidyRule[] = [
  { name: "text and names use the terms of the field", check: retiredWords },
];

/** A retired word, as a pattern for whole words, and the term to use instead. */
interface RetiredWord {
  readonly pattern: string;
  readonly use: string;
  /** Only files with such a path; every file without it. */
  readonly within?: RegExp;
}

const retired: readonly RetiredWord[] = [
  { pattern: "lanes?", use: "sender queue (chains), endpoint queue (webhooks)" },
  { pattern: "answer(?:s|ed|ing)?", use: "response (HTTP), result (function), reply (message)" },
  { pattern: "claims?", use: "bank record", within: /^service\/src\/rails\/(?:nacha|iso20022)\// },
  { pattern: "receipts?", use: "incoming payment, credit" },
  { pattern: "judg(?:e|es|ed|ements?|ing)|verdicts?", use: "evaluate, decision, outcome" },
  { pattern: "news", use: "update, event" },
  { pattern: "happenings?", use: "bank event" },
  { pattern: "doors?", use: "entry point, public API" },
  { pattern: "dut(?:y|ies)", use: "key role" },
  { pattern: "standings?", use: "membership, status" },
  { pattern: "reseal(?:s|ed|ing)?", use: "rewrap (keys), re-encrypt (data)" },
  { pattern: "complaints?", use: "validation issue" },
  { pattern: "deeds?", use: "ledger effect, chain operation" },
  { pattern: "listings?|listed", use: "sanctions match; shown, returned" },
  {
    pattern: "visitors?|knock(?:s|ed)?|seats?|arrivals?",
    use: "session user, sign-in attempt, session client",
  },
  { pattern: "stranded|undoing", use: "refund failed, reversal" },
  {
    pattern: "restor(?:e|es|ed|ing)",
    use: "refund",
    within: /^(?:service\/src|console\/src\/pages)\/(?:transfers|tokens|held)\//,
  },
  { pattern: "rooms?|houses?", use: "module, codebase; capacity" },
  { pattern: "carriage", use: "settlement asset" },
  {
    pattern: "couriers?|feeders?|posters?|keepers?|settlers?",
    use: "delivery worker, queue reader, sender, lease, result writer",
  },
  { pattern: "consents?", use: "authorization" },
  { pattern: "desks?", use: "batcher, operations" },
  { pattern: "fillers?", use: "cancel transaction" },
  { pattern: "surrender(?:s|ed|ing)?", use: "move to suspense" },
  { pattern: "doubt(?:s|ed)?|bury|buried|forgotten", use: "suspected dropped, dropped, reorged" },
  { pattern: "outsiders?", use: "external issuer" },
  { pattern: "slips?", use: "typo" },
  { pattern: "worlds?|doom(?:s|ed)?|victims?", use: "environment, kill point, process under test" },
  { pattern: "surroundings", use: "context" },
  { pattern: "persons?|people", use: "user, individual, reviewer, operator" },
  { pattern: "asked|asks|askers?|wants?|wanted|wish(?:es)?", use: "request, requester, requires, expects" },
  { pattern: "tells?|(?:un)?told|tellers?|telling", use: "notify, publish, report" },
  {
    pattern: "somebody|whoever|nobody|anybody|everybody|whom",
    use: "the user, the operator, the worker, the caller",
  },
  { pattern: "stands?|stood", use: "is, appears" },
  {
    pattern: "mend(?:s|ed)?|anew|for ever|in vain|all the same|by itself",
    use: "fix, again, permanently, anyway, automatically",
  },
];

/** Where a retired word is the right one, and why. `text` is removed from a line before the line is checked. */
interface Exception {
  readonly path?: RegExp;
  readonly text: RegExp;
  readonly reason: string;
}

const exceptions: readonly Exception[] = [
  { text: /person[ _-]?labels?/gi, reason: "an API field of the interface" },
  {
    text: /certificate[ _]of[ _]good[ _]standing/gi,
    reason: "an API document kind; the name of the document",
  },
  { text: /transaction[ -]?receipts?/gi, reason: "the EVM term" },
  {
    path: /(?:^|\/)(?:evm|local-chains|chain-nodes|chain-suite|contracts)\//,
    text: /receipts?/gi,
    reason: "EVM transaction receipts",
  },
  {
    path: /^service\/src\/db\/(?:embedded\/|README\.md$)/,
    text: /nobody/g,
    reason: "the name of the Unix user",
  },
  {
    path: /^service\/src\/rails\/iso20022\//,
    text: /\bRoom\b/g,
    reason: "an element of ISO 20022 postal addresses",
  },
  { path: /^packaging\/systemd\//, text: /Wants ?=|Wanted ?By ?=/g, reason: "options of systemd units" },
  { text: /pager ?duty/gi, reason: "a product name" },
  { text: /\bSLIP[- ]?\d+|slip ?10\w*/gi, reason: "SatoshiLabs improvement proposals" },
  { text: /one lane/g, reason: "the argon2 parameter", path: /password-hasher/ },
  { text: /(?:in person|natural person)/gi, reason: "legal terms" },
  {
    path: /fixtures(?:\.test)?\.ts$/,
    text: /verdicts?/gi,
    reason: "a field in the index of the shared bank files",
  },
];

/** Generated, licensed or recorded text, and the pages that name the retired words. */
const unchecked =
  /^(?:LICENSE|package-lock\.json|openapi\.json|console\/src\/api\/schema\.d\.ts|CHANGELOG\.md|tests\/tidy\/(?:language|plants)\.ts)$|\.(?:ach|xml|xsd|csv|png|svg|snap)$|artifact\/|golden\//;

const pattern = new RegExp(
  `(?<![a-z])(?:${retired.map(({ pattern: words }) => words).join("|")})(?![a-z])`,
  "gi",
);
const single = retired.map((word) => ({ ...word, whole: new RegExp(`^(?:${word.pattern})$`, "i") }));

function retiredWords(tree: Tree): string[] {
  return tree.files.filter(({ path }) => !unchecked.test(path)).flatMap(offencesIn);
}

function offencesIn(file: TreeFile): string[] {
  const named = wordsIn(posix.basename(file.path), file.path).map(
    (word) => `${file.path}: ${adviceOn(word)}`,
  );
  const lines = mayContainRetired(file.text) ? file.text.split("\n") : [];
  const written = lines.flatMap((line, index) =>
    wordsIn(line, file.path).map((word) => `${file.path}:${index + 1}: ${adviceOn(word)}`),
  );
  return [...named, ...written];
}

/** One search per file: most files have no such word, and need no exceptions. */
function mayContainRetired(text: string): boolean {
  return separateWords(text).search(pattern) >= 0;
}

/** The retired words in a text that users see, such as the visible text of a page. */
export function retiredWordsIn(text: string): readonly string[] {
  return wordsIn(text, "");
}

/** The retired words of a line, also inside of camelCase and snake_case names. */
function wordsIn(line: string, path: string): readonly string[] {
  const applicable = exceptions.filter((exception) => exception.path?.test(path) ?? true);
  const checked = applicable.reduce(
    (text, exception) => text.replace(exception.text, ""),
    separateWords(line),
  );
  return [...checked.matchAll(pattern)].map(([word]) => word).filter((word) => appliesTo(word, path));
}

function separateWords(text: string): string {
  return text.replace(/([a-z0-9])(?=[A-Z])/g, "$1 ").replaceAll("_", " ");
}

function appliesTo(word: string, path: string): boolean {
  return single.some(({ whole, within }) => whole.test(word) && (within?.test(path) ?? true));
}

function adviceOn(word: string): string {
  const found = single.find(({ whole }) => whole.test(word));
  return `"${word}" is retired; use: ${found?.use ?? "another word"}`;
}
