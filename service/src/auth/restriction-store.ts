import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { ApplicationId } from "../kernel/id.ts";
import type { ApplicationKey, Restrictions } from "./application.ts";
import type { TokenClaims } from "./token-claims.ts";

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

// Index: applications_restricted. Across all tenants: each node queries once a second, never per request.
const restricted = statement<Restrictions & { readonly id: ApplicationId }>(`
  SELECT id, allowed_ips, requires_dpop FROM applications
   WHERE revoked_at IS NULL AND (allowed_ips <> '{}' OR requires_dpop)`);

export async function selectRestrictions(
  session: Session,
): Promise<ReadonlyMap<ApplicationId, Restrictions>> {
  const rows = await session.rows(restricted);
  return new Map(rows.map(({ id, ...restrictions }) => [id, restrictions]));
}

interface Access extends Restrictions {
  readonly isRevoked: boolean;
  readonly isTokenRevoked: boolean;
}

// By the primary keys, in the tenant's shard.
const access = statement<Access>(`
  SELECT revoked_at IS NOT NULL AS is_revoked, allowed_ips, requires_dpop,
         EXISTS (SELECT 1 FROM revoked_tokens WHERE tenant_id = $1 AND jti = $3) AS is_token_revoked
    FROM applications WHERE tenant_id = $1 AND id = $2`);

/** An application that does not exist is revoked. */
export async function selectAccess(
  session: Session,
  { tenantId, applicationId, jti }: Pick<TokenClaims, "tenantId" | "applicationId" | "jti">,
): Promise<Access> {
  const found = await session.first(access, [tenantId, applicationId, jti]);
  return found ?? { isRevoked: true, isTokenRevoked: true, allowedIps: [], requiresDpop: true };
}
