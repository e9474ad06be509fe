import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";

/** An active user who receives emails of this kind. */
export interface MailRecipient {
  readonly id: UserId;
  readonly email: string;
}

const maxRecipients = 500;

// By the primary key of members.
const membersWithApprovals = statement<MailRecipient>(`
  SELECT console_user.id, console_user.email
    FROM members AS member JOIN users AS console_user ON console_user.id = member.user_id
   WHERE member.tenant_id = $1 AND console_user.disabled_at IS NULL AND console_user.mails_approvals LIMIT $2`);

/** Members of a tenant who receive emails about approvals. */
export function selectMembersToMail(session: Session, tenantId: TenantId): Promise<readonly MailRecipient[]> {
  return session.rows(membersWithApprovals, [tenantId, maxRecipients]);
}

// Few enough for a scan: operators only.
const operators = statement<MailRecipient>(`
  SELECT id, email FROM users
   WHERE operator_role IS NOT NULL AND disabled_at IS NULL
     AND CASE $1 WHEN 'approvals' THEN mails_approvals ELSE mails_alerts END LIMIT $2`);

/** Operators who receive emails of this topic. */
export function selectOperatorsToMail(
  session: Session,
  topic: "approvals" | "alerts",
): Promise<readonly MailRecipient[]> {
  return session.rows(operators, [topic, maxRecipients]);
}

// By the primary key.
const usersWithApprovals = statement<MailRecipient>(
  `SELECT id, email FROM users WHERE id = ANY ($1::text[]) AND disabled_at IS NULL AND mails_approvals`,
);

/** Of these users, those who receive emails about approvals. */
export async function selectUsersToMail(
  session: Session,
  ids: readonly UserId[],
): Promise<readonly MailRecipient[]> {
  return ids.length === 0 ? [] : session.rows(usersWithApprovals, [ids]);
}

// By the primary key.
const emails = statement<MailRecipient>(
  `SELECT id, email FROM users WHERE id = ANY ($1::text[]) AND disabled_at IS NULL ORDER BY id`,
);

/** Of these users, those who are active: for emails that they or their admins have requested. */
export async function selectEmails(
  session: Session,
  ids: readonly UserId[],
): Promise<readonly MailRecipient[]> {
  return ids.length === 0 ? [] : session.rows(emails, [ids]);
}

/** Emails that a user can turn off; those about their own credentials and access are always sent. */
export interface MailPreferences {
  readonly approvals: boolean;
  readonly alerts: boolean;
}

// By the primary key.
const findPreferences = statement<MailPreferences>(
  `SELECT mails_approvals AS approvals, mails_alerts AS alerts FROM users WHERE id = $1`,
);

export async function selectMailPreferences(session: Session, id: UserId): Promise<MailPreferences> {
  return (await session.first(findPreferences, [id])) ?? { approvals: true, alerts: true };
}

// By the primary key.
const updatePreferences = statement(`UPDATE users SET mails_approvals = $2, mails_alerts = $3 WHERE id = $1`);

export async function updateMailPreferences(
  tx: Transaction,
  id: UserId,
  { approvals, alerts }: MailPreferences,
): Promise<void> {
  await tx.run(updatePreferences, [id, approvals, alerts]);
}
