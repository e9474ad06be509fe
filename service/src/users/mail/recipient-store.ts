import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import { users } from "../tables.ts";

const columns = ["id", "email"] as const;

/** An active user who receives emails of this kind. */
export type MailRecipient = Pick<RowOf<typeof users>, (typeof columns)[number]>;

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
const selectOperators = (topic: "mails_approvals" | "mails_alerts") =>
  users.many({
    where: `operator_role IS NOT NULL AND disabled_at IS NULL AND ${topic}`,
    columns,
    limit: maxRecipients,
  });

/** Operators who receive emails of a topic. */
export const selectOperatorsToMail = {
  approvals: selectOperators("mails_approvals"),
  alerts: selectOperators("mails_alerts"),
};

/** Of these users, those who receive emails about approvals. */
export const selectUsersToMail = users.many({
  by: ["id[]"],
  where: "disabled_at IS NULL AND mails_approvals",
  columns,
});

/** Of these users, those who are active: for emails that they or their admins have requested. */
export const selectEmails = users.many({
  by: ["id[]"],
  where: "disabled_at IS NULL",
  orderBy: ["id"],
  columns,
});

/** Emails that a user can turn off; those about their own credentials and access are always sent. */
export interface MailPreferences {
  readonly approvals: boolean;
  readonly alerts: boolean;
}

const findPreferences = users.one({ by: ["id"], columns: ["mailsApprovals", "mailsAlerts"] });

export async function selectMailPreferences(session: Session, id: UserId): Promise<MailPreferences> {
  const found = await findPreferences(session, { id });
  return { approvals: found?.mailsApprovals ?? true, alerts: found?.mailsAlerts ?? true };
}

export const updateMailPreferences = users.update({ by: ["id"], set: ["mailsApprovals", "mailsAlerts"] });
