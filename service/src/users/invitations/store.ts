import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { MemberRole, OperatorRole } from "../roles/role.ts";
import type { Grant, Invitation, InvitationId } from "./invitation.ts";

type InvitationRow = Omit<Invitation, "grant"> & {
  readonly purpose: "join" | "reset";
  readonly email: string | undefined;
  readonly operatorRole: OperatorRole | undefined;
  readonly tenantId: TenantId | undefined;
  readonly memberRole: MemberRole | undefined;
  readonly userId: UserId | undefined;
  readonly forgetsFactors: boolean;
};

const columns = `id, purpose, email, operator_role, tenant_id, member_role, user_id, forgets_factors, invited_by,
  created_at, expires_at`;
const isOpen = "used_at IS NULL AND revoked_at IS NULL";

const insertOne = statement(`
  INSERT INTO invitations (${columns}, token_digest)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $11::timestamptz, $12)`);

export async function insertInvitation(
  tx: Transaction,
  { id, grant, invitedBy, createdAt, expiresAt }: Invitation,
  tokenDigest: Buffer,
): Promise<void> {
  await tx.run(insertOne, [
    id,
    grant.kind === "reset" ? "reset" : "join",
    grant.kind === "reset" ? null : grant.email,
    grant.kind === "operator" ? grant.role : null,
    grant.kind === "member" ? grant.tenantId : null,
    grant.kind === "member" ? grant.role : null,
    grant.kind === "reset" ? grant.userId : null,
    grant.kind === "reset" && grant.forgetsFactors,
    invitedBy,
    formatInstant(createdAt),
    formatInstant(expiresAt),
    tokenDigest,
  ]);
}

// Index: invitations_by_token.
const findOpen = `SELECT ${columns} FROM invitations
  WHERE token_digest = $1 AND ${isOpen} AND expires_at > $2::timestamptz`;
const findByToken = statement<InvitationRow>(findOpen);
const lockByToken = statement<InvitationRow>(`${findOpen} FOR UPDATE`);

/** The open invitation of a link. */
export async function selectInvitation(
  session: Session,
  tokenDigest: Buffer,
  now: Instant,
): Promise<Invitation | undefined> {
  const row = await session.first(findByToken, [tokenDigest, formatInstant(now)]);
  return row === undefined ? undefined : toInvitation(row);
}

/** The same, locked until this transaction ends. */
export async function lockInvitation(
  tx: Transaction,
  tokenDigest: Buffer,
  now: Instant,
): Promise<Invitation | undefined> {
  const row = await tx.first(lockByToken, [tokenDigest, formatInstant(now)]);
  return row === undefined ? undefined : toInvitation(row);
}

const markUsed = statement(`UPDATE invitations SET used_at = $2::timestamptz WHERE id = $1`);

export async function updateUsed(tx: Transaction, id: InvitationId, now: Instant): Promise<void> {
  await tx.run(markUsed, [id, formatInstant(now)]);
}

// By the primary key.
const updateToken = statement<InvitationRow>(`
  UPDATE invitations SET token_digest = $2
  WHERE id = $1 AND ${isOpen} AND expires_at > $3::timestamptz RETURNING ${columns}`);

/** Of an open invitation; undefined if there is none. */
export async function replaceToken(
  tx: Transaction,
  {
    id,
    tokenDigest,
    now,
  }: { readonly id: InvitationId; readonly tokenDigest: Buffer; readonly now: Instant },
): Promise<Invitation | undefined> {
  const row = await tx.first(updateToken, [id, tokenDigest, formatInstant(now)]);
  return row === undefined ? undefined : toInvitation(row);
}

// By the primary key.
const revokeOne = statement(`
  UPDATE invitations SET revoked_at = $3::timestamptz
  WHERE id = $1 AND tenant_id IS NOT DISTINCT FROM $2 AND ${isOpen} AND expires_at > $3::timestamptz`);

/** Of a tenant, or of the platform if none is given. False if there is no open one. */
export async function revokeOpenInvitation(
  tx: Transaction,
  { id, tenantId }: { readonly id: InvitationId; readonly tenantId: TenantId | undefined },
  now: Instant,
): Promise<boolean> {
  return (await tx.run(revokeOne, [id, tenantId, formatInstant(now)])) === 1;
}

// Open invitations are few; with a tenant, uses invitations_by_tenant.
const revokeSame = statement(`
  UPDATE invitations SET revoked_at = $5::timestamptz
  WHERE purpose = $1 AND lower(email) IS NOT DISTINCT FROM lower($2) AND tenant_id IS NOT DISTINCT FROM $3
    AND user_id IS NOT DISTINCT FROM $4 AND ${isOpen}`);

/** Revokes earlier links that a new one replaces; returns how many. */
export function revokeEarlier(tx: Transaction, grant: Grant, now: Instant): Promise<number> {
  return tx.run(revokeSame, [
    grant.kind === "reset" ? "reset" : "join",
    grant.kind === "reset" ? null : grant.email,
    grant.kind === "member" ? grant.tenantId : null,
    grant.kind === "reset" ? grant.userId : null,
    formatInstant(now),
  ]);
}

// Index: invitations_by_expiry. Open invitations are few.
const revokeSent = statement(`
  UPDATE invitations SET revoked_at = $2::timestamptz
  WHERE invited_by = $1 AND ${isOpen} AND expires_at > $2::timestamptz`);

/** Revokes the open links that this user requested; returns how many. */
export function revokeSentBy(tx: Transaction, userId: UserId, now: Instant): Promise<number> {
  return tx.run(revokeSent, [userId, formatInstant(now)]);
}

/** A link in a list. */
export interface InvitationSummary extends Invitation {
  /** The invitee; undefined for the first operator. */
  readonly email: string | undefined;
}

// Index: invitations_by_expiry.
const listOpen = statement<InvitationRow & { readonly recipientEmail: string | undefined }>(`
  SELECT ${columns},
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

/** The owner of a link, without the invitee. */
export interface FoundInvitation {
  readonly id: InvitationId;
  /** Undefined for a platform link. */
  readonly tenantId: TenantId | undefined;
}

// By the primary key.
const findOpenById = statement<FoundInvitation>(`
  SELECT id, tenant_id FROM invitations WHERE id = $1 AND ${isOpen} AND expires_at > $2::timestamptz`);

/** An open link of any tenant, or of the platform. */
export function selectOpenInvitation(
  session: Session,
  id: string,
  now: Instant,
): Promise<FoundInvitation | undefined> {
  return session.first(findOpenById, [id, formatInstant(now)]);
}

// Index: invitations_by_expiry.
const deleteOld = statement(`
  DELETE FROM invitations WHERE id IN (
    SELECT id FROM invitations WHERE expires_at < $1::timestamptz ORDER BY expires_at LIMIT $2)`);

export function deleteInvitationsBefore(session: Session, before: Instant, limit: number): Promise<number> {
  return session.run(deleteOld, [formatInstant(before), limit]);
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
