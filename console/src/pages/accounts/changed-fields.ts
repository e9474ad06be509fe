import type { AccountAuditEntry } from "./account.ts";

/** What an entry of the audit log changed, in words: "status: pending → complete". */
export function changedFields({
  before,
  after,
}: Pick<AccountAuditEntry, "before" | "after">): readonly string[] {
  const was = before ?? {};
  return Object.entries(after ?? {}).flatMap(([name, value]) => {
    const earlier = was[name];
    if (earlier === value) return [];
    return [earlier === undefined ? `${name}: ${said(value)}` : `${name}: ${said(earlier)} → ${said(value)}`];
  });
}

function said(value: string | number | boolean | null): string {
  return value === null ? "none" : String(value);
}
