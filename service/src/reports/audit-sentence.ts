import type { AuditedFields, RecordedEntry } from "../audit/index.ts";
import type { NamedActor } from "./audit-actors.ts";

type Entry = Pick<RecordedEntry, "action" | "subject" | "before" | "after">;

interface SentenceOptions {
  /** With ids and long lists, for a reader who sees nothing but the sentence. */
  readonly isWhole?: boolean;
}

/** An audit log entry as a sentence: "Ada Lovelace changed the address: status from pending to active." */
export function auditSentence(
  entry: Entry,
  actor: NamedActor,
  { isWhole = false }: SentenceOptions = {},
): string {
  const [noun, verb = ""] = entry.action.split(".", 2);
  const past = noun === "simulation" ? "simulated" : pastOf(verb);
  const target = `${plain(entry.subject.type)}${isWhole ? ` ${entry.subject.id}` : ""}`;
  const sentence = `${wordsOfActor(actor)} ${past} the ${target}`;
  const changes = changesOf(entry, isWhole);
  return changes.length === 0 ? `${sentence}.` : `${sentence}: ${changes.join(", ")}.`;
}

export function wordsOfActor({ type, name }: NamedActor): string {
  // A part of the service has a name that means nothing to a reader.
  if (type === "system") return "Florin";
  return name ?? `${type === "user" ? "A" : "An"} ${type}`;
}

/** Verbs of actions that are not formed by a rule, or that need other words. */
const irregular: Readonly<Record<string, string>> = {
  advance: "updated",
  begin: "began",
  freeze: "froze",
  find_hit: "found a sanctions match for",
  hold: "held",
  link: "linked",
  note_documents: "noted documents of",
  send: "sent",
  set: "set",
  submit: "submitted",
  update: "changed",
  withdraw: "withdrew",
};

/** "create" becomes "created", and "rotate_secret" becomes "rotated the secret of". */
function pastOf(verb: string): string {
  const known = irregular[verb];
  if (known !== undefined) return known;
  const [first = "", ...rest] = verb.split("_");
  const past = first.endsWith("e") ? `${first}d` : `${first.replace(/([^aeiou])y$/, "$1i")}ed`;
  return rest.length === 0 ? past : `${irregular[first] ?? past} the ${rest.join(" ")} of`;
}

/** Names of steps and ids say nothing to a reader; the currency follows the amount. */
const isOmitted = (name: string, isWhole: boolean): boolean =>
  name === "currency" || (!isWhole && (name === "step" || name.endsWith("_id")));

function changesOf({ before = {}, after = {} }: Entry, isWhole: boolean): readonly string[] {
  const currency = after["currency"] ?? "";
  return Object.entries(after).flatMap(([name, value]) => {
    const old = before[name] ?? null;
    if (value === old || isOmitted(name, isWhole)) return [];
    if (value === null) return [`${plain(name)} removed`];
    const unit = name === "amount" && currency !== "" ? ` ${currency}` : "";
    const from = old === null ? "" : `from ${shown(old, isWhole)} to `;
    return [`${plain(name)} ${from}${shown(value, isWhole)}${unit}`];
  });
}

/** A longer list is counted. */
const maxWords = 4;

function shown(value: NonNullable<AuditedFields[string]>, isWhole: boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value);
  const words = text.split(" ");
  if (
    !isWhole &&
    words.length > maxWords &&
    words.every((word) => /[_:]/.test(word) || /^[a-z]+$/.test(word))
  )
    return `(${words.length})`;
  return /^[a-z]+(?:_[a-z]+)+$/.test(text) ? plain(text) : text;
}

const acronyms: ReadonlySet<string> = new Set(["ach", "api", "iso", "rtp", "usd"]);

function plain(name: string): string {
  return name
    .split("_")
    .map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
    .join(" ");
}
