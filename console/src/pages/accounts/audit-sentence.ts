import { plainWords } from "../../kit/plain-words.ts";
import { statusWords } from "../../kit/status-tone.ts";
import type { AccountAuditEntry } from "./account.ts";

type Entry = Pick<
  AccountAuditEntry,
  "action" | "actor_type" | "actor_name" | "subject_type" | "before" | "after"
>;

/** An audit log entry as a sentence: "Ada Lovelace changed the address: status from pending to active." */
export function auditSentence(entry: Entry): string {
  const [subject = "", verb = ""] = entry.action.split(".", 2);
  const changes = changesOf(entry);
  const past = subject === "simulation" ? "simulated" : pastOf(verb);
  const sentence = `${actorOf(entry)} ${past} the ${plainWords(entry.subject_type ?? subject)}`;
  return changes.length === 0 ? `${sentence}.` : `${sentence}: ${changes.join(", ")}.`;
}

function actorOf({ actor_type, actor_name }: Entry): string {
  // A part of the service has a name that means nothing to a reader.
  if (actor_type === "system") return "Florin";
  if (actor_name !== null) return actor_name;
  return statusWords(`an_${actor_type}`.replace(/^an_(?=[^aeiou])/, "a_"));
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
  request_release: "requested the release of",
  retry_refund: "retried the refund of",
  send: "sent",
  set: "set",
  submit: "submitted",
  update: "changed",
  withdraw: "withdrew",
};

/** "create" becomes "created"; only the first word of "request_release" changes. */
function pastOf(verb: string): string {
  const known = irregular[verb];
  if (known !== undefined) return known;
  const [first = "", ...rest] = verb.split("_");
  const past = first.endsWith("e") ? `${first}d` : `${first.replace(/([^aeiou])y$/, "$1i")}ed`;
  return [past, ...rest].join(" ");
}

/** Names of steps and ids say nothing to a reader; the currency follows the amount. */
const isOmitted = (name: string): boolean => name === "step" || name === "currency" || name.endsWith("_id");
/** A longer list is counted. */
const maxWords = 4;

function changesOf({ before, after }: Entry): readonly string[] {
  const previous = before ?? {};
  const currency = after?.["currency"] ?? "";
  return Object.entries(after ?? {}).flatMap(([name, value]) => {
    const old = previous[name] ?? null;
    if (value === old || isOmitted(name)) return [];
    const words = plainWords(name);
    if (value === null) return [`${words} removed`];
    const unit = name === "amount" && currency !== "" ? ` ${currency}` : "";
    return [
      old === null
        ? `${words} ${shown(value)}${unit}`
        : `${words} from ${shown(old)} to ${shown(value)}${unit}`,
    ];
  });
}

function shown(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value);
  const words = text.split(" ");
  if (words.length > maxWords && words.every((word) => /[_:]/.test(word) || /^[a-z]+$/.test(word)))
    return `(${words.length})`;
  return /^[a-z]+(?:_[a-z]+)+$/.test(text) ? plainWords(text) : text;
}
