import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";

// By the primary key.
const findReadAt = statement<{ readonly readAt: Instant }>(
  `SELECT coalesce(notices_read_at, created_at) AS read_at FROM users WHERE id = $1`,
);

/** Newer notices are unread. */
export async function selectNoticesReadAt(session: Session, userId: UserId): Promise<Instant> {
  const row = await session.first(findReadAt, [userId]);
  assert(row !== undefined, "a user with a session exists");
  return row.readAt;
}

// By the primary key.
const updateReadAt = statement(
  `UPDATE users SET notices_read_at = greatest(notices_read_at, $2::timestamptz) WHERE id = $1`,
);

export async function updateNoticesReadAt(tx: Transaction, userId: UserId, readAt: Instant): Promise<void> {
  await tx.run(updateReadAt, [userId, formatInstant(readAt)]);
}

/** By the primary key of members. */
const tenantAdmins = statement<{ readonly id: UserId }>(`
  SELECT console_user.id FROM members AS member JOIN users AS console_user ON console_user.id = member.user_id
   WHERE member.tenant_id = $1 AND member.role = 'admin' AND console_user.disabled_at IS NULL LIMIT 500`);

// Few enough for a scan: operators only.
const operatorAdmins = statement<{ readonly id: UserId }>(
  `SELECT id FROM users WHERE operator_role = 'admin' AND disabled_at IS NULL LIMIT 500`,
);

/** Active admins of a tenant, or operator admins if none is given. */
export async function selectAdmins(
  session: Session,
  tenantId: TenantId | undefined,
): Promise<readonly UserId[]> {
  const rows =
    tenantId === undefined
      ? await session.rows(operatorAdmins)
      : await session.rows(tenantAdmins, [tenantId]);
  return rows.map(({ id }) => id);
}
