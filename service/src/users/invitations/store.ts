import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { assert } from "../../kernel/assert.ts";
import type { TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { invitations } from "../tables.ts";
import type { Grant, Invitation } from "./invitation.ts";

type InvitationRow = RowOf<typeof invitations>;

const insertOne = invitations.insert();

export async function insertInvitation(
  tx: Transaction,
  { grant, ...invitation }: Invitation,
  tokenDigest: Buffer,
): Promise<void> {
  await insertOne(tx, { ...invitation, ...columnsOf(grant), tokenDigest });
}

const isOpen = "used_at IS NULL AND revoked_at IS NULL";
const ofLink = { by: ["tokenDigest", "expiresAt >"], where: isOpen } as const;
const selectOfLink = invitations.one(ofLink);
const lockOfLink = invitations.one({ ...ofLink, lock: "UPDATE" });

/** The open invitation of a link. Index: invitations_by_token. */
export async function selectInvitation(
  session: Session,
  tokenDigest: Buffer,
  now: Instant,
): Promise<Invitation | undefined> {
  const row = await selectOfLink(session, { tokenDigest, expiresAt: now });
  return row && toInvitation(row);
}

/** The same, locked until this transaction ends. */
export async function lockInvitation(
  tx: Transaction,
  tokenDigest: Buffer,
  now: Instant,
): Promise<Invitation | undefined> {
  const row = await lockOfLink(tx, { tokenDigest, expiresAt: now });
  return row && toInvitation(row);
}

export const updateUsed = invitations.update({ by: ["id"], set: ["usedAt"] });

// By the primary key.
const updateToken = statement<InvitationRow>(
  `UPDATE invitations SET token_digest = $2
  WHERE id = $1 AND ${isOpen} AND expires_at > $3::timestamptz RETURNING ${invitations.list()}`,
  { audited: ["invitation"] },
);

/** Of an open invitation; undefined if there is none. */
export async function replaceToken(
  tx: Transaction,
  { id, tokenDigest, now }: Pick<InvitationRow, "id" | "tokenDigest"> & { readonly now: Instant },
): Promise<Invitation | undefined> {
  const row = await tx.first(updateToken, [id, tokenDigest, formatInstant(now)]);
  return row && toInvitation(row);
}

/** Of a tenant, or of the platform if none is given. None if there is no open one. */
export const revokeOpenInvitation = invitations.update({
  by: ["id", "tenantId is", "expiresAt >"],
  where: isOpen,
  set: ["revokedAt"],
});

// Open invitations are few; with a tenant, uses invitations_by_tenant.
const revokeSame = statement(
  `
  UPDATE invitations SET revoked_at = $5::timestamptz
  WHERE purpose = $1 AND lower(email) IS NOT DISTINCT FROM lower($2) AND tenant_id IS NOT DISTINCT FROM $3
    AND user_id IS NOT DISTINCT FROM $4 AND ${isOpen}`,
  { audited: ["invitation", "user"] },
);

/** Revokes earlier links that a new one replaces; returns how many. */
export function revokeEarlier(tx: Transaction, grant: Grant, now: Instant): Promise<number> {
  const { purpose, email, tenantId, userId } = columnsOf(grant);
  return tx.run(revokeSame, [purpose, email, tenantId, userId, formatInstant(now)]);
}

/** Revokes the open links that this user requested. Index: invitations_by_expiry. Open invitations are few. */
export const revokeSentBy = invitations.update({
  by: ["invitedBy", "expiresAt >"],
  where: isOpen,
  set: ["revokedAt"],
});

/** A link in a list. */
export interface InvitationSummary extends Invitation {
  /** The invitee; undefined for the first operator. */
  readonly email: string | undefined;
}

// Index: invitations_by_expiry.
const listOpen = statement<InvitationRow & { readonly recipientEmail: string | undefined }>(`
  SELECT ${invitations.list()},
    coalesce(email, (SELECT invitee.email FROM users AS invitee WHERE invitee.id = user_id)) AS recipient_email
  FROM invitations
  WHERE expires_at > $2::timestamptz AND tenant_id IS NOT DISTINCT FROM $1 AND ${isOpen}
  ORDER BY id DESC LIMIT $3`);

/** Open links of a tenant, or of the platform, newest first. */
export async function selectOpenInvitations(
  session: Session,
  {
    tenantId,
    now,
    limit,
  }: { readonly tenantId: TenantId | undefined; readonly now: Instant; readonly limit: number },
): Promise<readonly InvitationSummary[]> {
  const values = [tenantId, formatInstant(now), limit];
  const rows = await session.rows(listOpen, values);
  return rows.map((row) => ({ ...toInvitation(row), email: row.recipientEmail }));
}

/** An open link of any tenant, or of the platform. */
export const selectOpenInvitation = invitations.one({
  by: ["id", "expiresAt >"],
  where: isOpen,
  columns: ["tenantId"],
});

function columnsOf(
  grant: Grant,
): Pick<InvitationRow, "purpose" | "forgetsFactors"> &
  Partial<Pick<InvitationRow, "email" | "operatorRole" | "tenantId" | "memberRole" | "userId">> {
  switch (grant.kind) {
    case "operator":
      return { purpose: "join", email: grant.email, operatorRole: grant.role, forgetsFactors: false };
    case "member": {
      const { email, tenantId, role: memberRole } = grant;
      return { purpose: "join", email, tenantId, memberRole, forgetsFactors: false };
    }
    case "reset":
      return { purpose: "reset", userId: grant.userId, forgetsFactors: grant.forgetsFactors };
  }
}

function toInvitation(row: InvitationRow): Invitation {
  const { id, invitedBy, createdAt, expiresAt } = row;
  return { id, grant: toGrant(row), invitedBy, createdAt, expiresAt };
}

function toGrant(row: InvitationRow): Grant {
  if (row.purpose === "reset") {
    assert(row.userId !== undefined, "a password reset has a user");
    return { kind: "reset", userId: row.userId, forgetsFactors: row.forgetsFactors };
  }
  if (row.operatorRole !== undefined) {
    return { kind: "operator", email: row.email, role: row.operatorRole };
  }
  const { email, tenantId, memberRole: role } = row;
  assert(
    email !== undefined && tenantId !== undefined && role !== undefined,
    "a member is invited to a tenant by email",
  );
  return { kind: "member", email, tenantId, role };
}
