import type { AccountAuditEntry } from "./account.ts";

/** Changed fields of an audit log entry as text: "status: pending → complete". */
export function changedFields({
  before,
  after,
}: Pick<AccountAuditEntry, "before" | "after">): readonly string[] {
  const previous = before ?? {};
  return Object.entries(after ?? {}).flatMap(([name, value]) => {
    const oldValue = previous[name];
    if (oldValue === value) return [];
    return [
      oldValue === undefined ? `${name}: ${shown(value)}` : `${name}: ${shown(oldValue)} → ${shown(value)}`,
    ];
  });
}

function shown(value: string | number | boolean | null): string {
  return value === null ? "none" : String(value);
}
