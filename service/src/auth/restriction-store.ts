import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Scope } from "../http/scopes.ts";
import type { ApplicationId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Application, ApplicationKey, Restrictions } from "./application.ts";
import type { CheckedClaims } from "./token-claims.ts";

// By the primary key.
const updateOne = statement(
  `UPDATE applications SET allowed_ips = $3::text[], requires_dpop = $4 WHERE tenant_id = $1 AND id = $2`,
);

export async function updateRestrictions(
  tx: Transaction,
  { tenantId, applicationId }: ApplicationKey,
  { allowedIps, requiresDpop }: Restrictions,
): Promise<void> {
  await tx.run(updateOne, [tenantId, applicationId, allowedIps, requiresDpop]);
}

// By the primary key.
const updateGranted = statement(`
  UPDATE applications SET scopes = $3::text[], scopes_removed_at = coalesce($4::timestamptz, scopes_removed_at)
   WHERE tenant_id = $1 AND id = $2`);

export async function updateScopes(
  tx: Transaction,
  { tenantId, applicationId }: ApplicationKey,
  { scopes, removedAt }: { readonly scopes: readonly Scope[]; readonly removedAt: Instant | undefined },
): Promise<void> {
  const at = removedAt === undefined ? null : formatInstant(removedAt);
  await tx.run(updateGranted, [tenantId, applicationId, scopes, at]);
}

/** How an application may be used. */
export interface AllowedUse extends Restrictions {
  /** Scopes that its tokens may use; undefined for all that are in a token. */
  readonly scopes: readonly Scope[] | undefined;
}

// Index: applications_restricted. Across all tenants: each node queries once a second, never per request.
const restricted = statement<Restrictions & { readonly id: ApplicationId }>(`
  SELECT id, allowed_ips, requires_dpop FROM applications
   WHERE revoked_at IS NULL AND (allowed_ips <> '{}' OR requires_dpop)`);

// Index: applications_by_removed_scopes. Across all tenants, as above.
const narrowed = statement<Pick<Application, "id" | "scopes">>(
  `SELECT id, scopes FROM applications WHERE scopes_removed_at > $1::timestamptz AND revoked_at IS NULL`,
);

/** Applications with restrictions, and those whose scopes were removed since that time. */
export async function selectAllowedUses(
  session: Session,
  since: Instant,
): Promise<ReadonlyMap<ApplicationId, AllowedUse>> {
  const [rows, scopes] = await Promise.all([
    session.rows(restricted),
    session.rows(narrowed, [formatInstant(since)]),
  ]);
  const uses = new Map<ApplicationId, AllowedUse>(
    rows.map(({ id, ...restrictions }) => [id, { ...restrictions, scopes: undefined }]),
  );
  for (const { id, scopes: left } of scopes) {
    uses.set(id, { allowedIps: [], requiresDpop: false, ...uses.get(id), scopes: left });
  }
  return uses;
}

interface Access extends Restrictions {
  readonly scopes: readonly Scope[];
  readonly isRevoked: boolean;
  readonly isTokenRevoked: boolean;
}

// By the primary keys, in the tenant's shard.
const access = statement<Access>(`
  SELECT revoked_at IS NOT NULL AS is_revoked, allowed_ips, requires_dpop, scopes,
         EXISTS (SELECT 1 FROM revoked_tokens WHERE tenant_id = $1 AND jti = $3)
           OR EXISTS (SELECT 1 FROM application_secrets
                       WHERE tenant_id = $1 AND id = $4 AND expires_at <= $6::timestamptz)
           OR EXISTS (SELECT 1 FROM application_keys
                       WHERE tenant_id = $1 AND application_id = $2 AND kid = $5 AND revoked_at <= $6::timestamptz)
           AS is_token_revoked
    FROM applications WHERE tenant_id = $1 AND id = $2`);

/** An application that does not exist is revoked. */
export async function selectAccess(
  session: Session,
  { tenantId, applicationId, jti, credential }: CheckedClaims,
  now: Instant,
): Promise<Access> {
  const [secretId, kid] = (["secret:", "key:"] as const).map((kind) =>
    credential.startsWith(kind) ? credential.slice(kind.length) : null,
  );
  const values = [tenantId, applicationId, jti, secretId, kid, formatInstant(now)];
  const found = await session.first(access, values);
  return found ?? { isRevoked: true, isTokenRevoked: true, allowedIps: [], requiresDpop: true, scopes: [] };
}
