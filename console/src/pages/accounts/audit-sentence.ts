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
  const sentence = `${actorOf(entry)} ${pastOf(verb)} the ${plainWords(entry.subject_type ?? subject)}`;
  return changes.length === 0 ? `${sentence}.` : `${sentence}: ${changes.join(", ")}.`;
}

function actorOf({ actor_type, actor_name }: Entry): string {
  if (actor_name !== null) return actor_name;
  switch (actor_type) {
    case "system":
      return "Florin";
    case "operator":
      return "An operator";
    default:
      return statusWords(`an_${actor_type}`.replace(/^an_(?=[^aeiou])/, "a_"));
  }
}

/** Verbs of actions that are not formed by a rule, or that need other words. */
const irregular: Readonly<Record<string, string>> = {
  advance: "updated",
  begin: "began",
  find_hit: "found a sanctions match for",
  link: "linked",
  note_documents: "noted documents of",
  request_release: "requested the release of",
  retry_refund: "retried the refund of",
  set: "set",
  submit: "submitted",
  update: "changed",
};

/** "create" becomes "created"; only the first word of "request_release" changes. */
function pastOf(verb: string): string {
  const known = irregular[verb];
  if (known !== undefined) return known;
  const [first = "", ...rest] = verb.split("_");
  const past = first.endsWith("e") ? `${first}d` : `${first.replace(/([^aeiou])y$/, "$1i")}ed`;
  return [past, ...rest].join(" ");
}

/** Fields that say the same in other words, or nothing to a reader. */
const omitted: ReadonlySet<string> = new Set(["step"]);

function changesOf({ before, after }: Entry): readonly string[] {
  const previous = before ?? {};
  return Object.entries(after ?? {}).flatMap(([name, value]) => {
    const old = previous[name] ?? null;
    if (value === old || omitted.has(name)) return [];
    const words = plainWords(name);
    if (value === null) return [`${words} removed`];
    return [old === null ? `${words} ${shown(value)}` : `${words} from ${shown(old)} to ${shown(value)}`];
  });
}

function shown(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
