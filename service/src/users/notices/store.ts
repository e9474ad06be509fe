import { createHash } from "node:crypto";
import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { knownDevices, users } from "../tables.ts";

const findReadAt = users.one({ by: ["id"], columns: ["noticesReadAt", "createdAt"] });

/** Newer notices are unread. */
export async function selectNoticesReadAt(session: Session, userId: UserId): Promise<Instant> {
  const user = await findReadAt(session, { id: userId });
  assert(user !== undefined, "a user with a session exists");
  return user.noticesReadAt ?? user.createdAt;
}

// By the primary key.
const updateReadAt = statement(
  `UPDATE users SET notices_read_at = greatest(notices_read_at, $2::timestamptz) WHERE id = $1`,
  { audited: ["user"] },
);

export async function updateNoticesReadAt(tx: Transaction, userId: UserId, readAt: Instant): Promise<void> {
  await tx.run(updateReadAt, [userId, formatInstant(readAt)]);
}

/** By the primary key of members. */
const tenantAdmins = statement<{ readonly id: UserId }>(`
  SELECT console_user.id FROM members AS member JOIN users AS console_user ON console_user.id = member.user_id
   WHERE member.tenant_id = $1 AND member.role = 'admin' AND console_user.disabled_at IS NULL LIMIT 500`);

// Few enough for a scan: operators only.
const operatorAdmins = users.many({
  where: "operator_role = 'admin' AND disabled_at IS NULL",
  columns: ["id"],
  limit: 500,
});

/** Active admins of a tenant, or operator admins if none is given. */
export async function selectAdmins(
  session: Session,
  tenantId: TenantId | undefined,
): Promise<readonly UserId[]> {
  const rows =
    tenantId === undefined ? await operatorAdmins(session) : await session.rows(tenantAdmins, [tenantId]);
  return rows.map(({ id }) => id);
}

const selectDevices = knownDevices.many({ by: ["userId"], columns: ["digest"] });
const upsertDevice = knownDevices.insert({
  onConflict: "(user_id, digest) DO UPDATE SET seen_at = greatest(known_devices.seen_at, excluded.seen_at)",
});

/** Remembers a browser of a user. True if it is new, and not the user's first one. */
export async function rememberDevice(
  tx: Transaction,
  userId: UserId,
  {
    userAgent,
    network,
    seenAt,
  }: { readonly userAgent: string; readonly network: string; readonly seenAt: Instant },
): Promise<boolean> {
  const digest = createHash("sha256")
    .update(JSON.stringify([userId, userAgent, network]))
    .digest();
  const known = await selectDevices(tx, { userId });
  await upsertDevice(tx, { userId, digest, seenAt });
  return known.length > 0 && !known.some((device) => device.digest.equals(digest));
}
