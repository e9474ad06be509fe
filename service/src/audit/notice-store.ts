import type { Session } from "../db/database.ts";
import type { Instant } from "../kernel/instant.ts";
import type { RecordedEntry } from "./audit-entry.ts";
import { type EntryRow, toEntry } from "./store.ts";
import { auditLog } from "./tables.ts";

/** Changes of access, credentials and approval rules, and requests for approval. The index contains exactly these. */
export const noticeActions = [
  "application.add_key",
  "application.create",
  "application.rotate_secret",
  "approval.request",
  "approval_rule.create",
  "approval_rule.remove",
  "invitation.create",
  "invitation.issue_link",
  "member.change_role",
  "member.join",
  "member.remove",
  "scim_token.create",
  "user.become_operator",
  "user.break_glass_sign_in",
  "user.change_role",
  "user.disable",
  "user.enable",
  "user.link_identity",
  "user.reset_password",
  "user.set_break_glass",
] as const;

/** Undefined for an action that admins are not notified of. */
export function selectNoticeAction(action: string): (typeof noticeActions)[number] | undefined {
  return noticeActions.find((known) => known === action);
}

const isNotice = `action IN (${noticeActions.map((action) => `'${action}'`).join(", ")})`;

/** Newest first, of all these logs together. Index: audit_log_by_every_notice. */
export async function selectNotices(
  session: Session,
  chains: readonly EntryRow["tenantId"][],
  range: { readonly at: Instant; readonly limit: number },
): Promise<readonly RecordedEntry[]> {
  const found: EntryRow[] = [];
  for (const tenantId of chains) found.push(...(await selectNoticesOf(session, { tenantId, ...range })));
  return found.sort(newestFirst).slice(0, range.limit).map(toEntry);
}

function newestFirst(one: EntryRow, other: EntryRow): number {
  return other.at - one.at || (one.id < other.id ? 1 : -1);
}

const selectNoticesOf = auditLog.many({
  by: ["tenantId", "at >"],
  where: isNotice,
  orderBy: ["at DESC", "id DESC"],
  limit: true,
});

/**
 * Whether a break-glass account signed in: of its own action, so that no number of other notices hides it.
 * Index: audit_log_by_every_notice.
 */
export const hasBreakGlassSignIn = auditLog.exists({
  by: ["tenantId", "at >"],
  where: "action = 'user.break_glass_sign_in'",
});
