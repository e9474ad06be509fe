import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Instant } from "../kernel/instant.ts";
import type { RecordedEntry } from "./audit-entry.ts";
import type { AuditChain } from "./seal-hash.ts";
import { type EntryRow, entryColumns, toEntry } from "./store.ts";

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
  {
    chains,
    since,
    limit,
  }: { readonly chains: readonly AuditChain[]; readonly since: Instant; readonly limit: number },
): Promise<readonly RecordedEntry[]> {
  const found: EntryRow[] = [];
  for (const chain of chains) found.push(...(await session.rows(noticesStatement, [chain, since, limit])));
  return found.sort(newestFirst).slice(0, limit).map(toEntry);
}

function newestFirst(one: EntryRow, other: EntryRow): number {
  return other.at - one.at || (one.id < other.id ? 1 : -1);
}

// Index: audit_log_by_every_notice.
const breakGlassStatement = statement<{ readonly found: boolean }>(`
  SELECT EXISTS (
    SELECT FROM audit_log WHERE tenant_id = $1 AND at > to_timestamp($2::double precision / 1000)
      AND action = 'user.break_glass_sign_in') AS found`);

/** Whether a break-glass account signed in: of its own action, so that no number of other notices hides it. */
export async function hasBreakGlassSignIn(
  session: Session,
  { chain, since }: { readonly chain: AuditChain; readonly since: Instant },
): Promise<boolean> {
  return (await session.first(breakGlassStatement, [chain, since]))?.found ?? false;
}

const noticesStatement = statement<EntryRow>(`
  SELECT ${entryColumns} FROM audit_log
   WHERE tenant_id = $1 AND at > to_timestamp($2::double precision / 1000) AND ${isNotice}
   ORDER BY at DESC, id DESC LIMIT $3`);
