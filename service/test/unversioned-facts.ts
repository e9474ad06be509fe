import { tables } from "../src/tables.ts";
import type { DeclaredStatement } from "./declared-statements.ts";

const changesNoDecision: readonly RegExp[] = [
  // Values are encrypted again, and are the same.
  /^UPDATE bank_details SET sealed = rewrapped\.sealed\s/,
  // Nothing is possible for a pending account.
  /^UPDATE accounts SET status = \$\d+, .* AND status = 'pending'$/s,
];

/** Texts that change facts about transfers without the version of their tenant. */
export function findUnversioned({ place, texts, changesFacts }: DeclaredStatement): readonly string[] {
  const wrong = texts
    .map((text) => text.trim())
    .filter(
      (text) =>
        changesFactsIn(text) &&
        !changesNoDecision.some((known) => known.test(text)) &&
        !isScoped(text, changesFacts),
    );
  return wrong.map((text) => `${place}: ${text.slice(0, 60)}`);
}

function changesFactsIn(text: string): boolean {
  return writesOf(text).some(({ table, verb }) =>
    tables.get(table)?.facts?.changedBy.some((changing) => changing === verb.split(" ")[0]),
  );
}

function isScoped(text: string, changesFacts: DeclaredStatement["changesFacts"]): boolean {
  if (changesFacts === undefined || changesFacts === "platform") return changesFacts !== undefined;
  const [, columns] = /^INSERT INTO \w+ \(([^)]*)\)/.exec(text) ?? [];
  if (columns !== undefined) return columns.split(",")[changesFacts - 1]?.trim() === "tenant_id";
  return new RegExp(`\\btenant_id (?:=|IS NOT DISTINCT FROM) \\$${changesFacts}\\b`).test(text);
}

export function writesOf(text: string): readonly { readonly table: string; readonly verb: string }[] {
  const writes = text.matchAll(/\b(INSERT INTO|UPDATE|DELETE FROM) (\w+)/g);
  return [...writes].map(([, verb = "", table = ""]) => ({ table, verb }));
}
