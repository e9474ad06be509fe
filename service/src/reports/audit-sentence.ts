import type { AuditedFields, RecordedEntry } from "../audit/index.ts";

/** An audit log entry as a sentence: "Ada Lovelace changed the address 01J8…: status from pending to active." */
export function auditSentence(
  { action, subject, before, after }: Pick<RecordedEntry, "action" | "subject" | "before" | "after">,
  actorName: string,
): string {
  const [, verb = ""] = action.split(".", 2);
  const changes = changesOf(before ?? {}, after ?? {});
  const sentence = `${actorName} ${pastOf(verb)} the ${plain(subject.type)} ${subject.id}`;
  return changes.length === 0 ? `${sentence}.` : `${sentence}: ${changes.join(", ")}.`;
}

/** Verbs of actions that are not formed by a rule, or that need other words. */
const irregular: Readonly<Record<string, string>> = {
  advance: "updated",
  begin: "began",
  freeze: "froze",
  find_hit: "found a sanctions match for",
  hold: "held",
  request_release: "requested the release of",
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
  return rest.length === 0 ? past : `${past} the ${rest.join(" ")} of`;
}

function changesOf(before: AuditedFields, after: AuditedFields): readonly string[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const old = before[name] ?? null;
    if (value === old) return [];
    if (value === null) return [`${plain(name)} removed`];
    return [old === null ? `${plain(name)} ${value}` : `${plain(name)} from ${old} to ${value}`];
  });
}

function plain(name: string): string {
  return name.replaceAll("_", " ");
}
