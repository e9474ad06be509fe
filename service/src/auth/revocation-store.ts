import { createHash } from "node:crypto";
import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Scope } from "../http/scopes.ts";
import type { ApplicationId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Application, ApplicationKey, Restrictions } from "./application.ts";
import type { DpopProof } from "./dpop.ts";
import { applications, clientAssertions, revokedTokens } from "./tables.ts";
import type { CheckedClaims, Credential } from "./token-claims.ts";

// Index: applications_by_revocation. Across all tenants: each node queries once a second, never per request.
export const selectRevokedApplications = applications.many({ by: ["revokedAt >"], columns: ["id"] });

// Index: revoked_tokens_by_expiry. Across all tenants, as above.
export const selectRevokedTokens = revokedTokens.many({ by: ["expiresAt >"], columns: ["jti"] });

// Index: revoked_tokens_by_application.
const countLive = statement<{ count: number }>(`
  SELECT count(*)::int AS count FROM (
    SELECT 1 FROM revoked_tokens
    WHERE tenant_id = $1 AND application_id = $2 AND expires_at > $3::timestamptz LIMIT $4) AS live`);

/** Counts up to the limit. */
export async function countRevokedTokens(
  session: Session,
  { tenantId, applicationId }: ApplicationKey,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<number> {
  const values = [tenantId, applicationId, formatInstant(now), limit];
  return (await session.first(countLive, values))?.count ?? 0;
}

/** When a secret or key of an application ends; an end in the future is known before it comes. */
export interface EndingCredential {
  readonly applicationId: ApplicationId;
  readonly credential: Credential;
  readonly endsAt: Instant;
}

// Index: application_secrets_by_expiry. Across all tenants, as above.
const endingSecrets = statement<EndingCredential>(`
  SELECT application_id, 'secret:' || id AS credential, expires_at AS ends_at FROM application_secrets
   WHERE expires_at > $1::timestamptz AND expires_at <= $2::timestamptz`);

// Index: application_keys_by_revocation. Across all tenants, as above.
const endingKeys = statement<EndingCredential>(`
  SELECT application_id, 'key:' || kid AS credential, revoked_at AS ends_at FROM application_keys
   WHERE revoked_at > $1::timestamptz AND revoked_at <= $2::timestamptz`);

/** Credentials that end in that time. */
export async function selectEndingCredentials(
  session: Session,
  { since, until }: { readonly since: Instant; readonly until: Instant },
): Promise<readonly EndingCredential[]> {
  const values = [formatInstant(since), formatInstant(until)];
  const [secrets, keys] = await Promise.all([
    session.rows(endingSecrets, values),
    session.rows(endingKeys, values),
  ]);
  return [...secrets, ...keys];
}

/** False if the token was already revoked. */
export const insertRevokedToken = revokedTokens.insert({ onConflict: "(tenant_id, jti) DO NOTHING" });

// Index: revoked_tokens_by_expiry. Bounded, so that one sweep never locks many rows.
export const deleteExpiredRevocations = revokedTokens.remove({
  by: ["expiresAt <="],
  orderBy: ["expiresAt"],
  limit: true,
  audited: [],
});

const insertAssertion = clientAssertions.insert({
  onConflict: "(tenant_id, application_id, jti) DO NOTHING",
});

/** False if the assertion was already used. */
export function claimAssertion(
  session: Session,
  application: Pick<Application, "tenantId" | "network" | "id">,
  assertion: { readonly jti: string; readonly usableUntil: Instant },
): Promise<boolean> {
  const { tenantId, network, id: applicationId } = application;
  const { jti, usableUntil: expiresAt } = assertion;
  return insertAssertion(session, { tenantId, network, applicationId, jti, expiresAt });
}

/** False if the proof was already used, on any node. Proofs are kept with the assertions: each is used once. */
export function claimProof(
  session: Session,
  application: Pick<Application, "tenantId" | "network" | "id">,
  { jkt, jti, usableUntil }: DpopProof,
): Promise<boolean> {
  const digest = createHash("sha256").update(`${jkt} ${jti}`).digest("base64url");
  return claimAssertion(session, application, { jti: `dpop ${digest}`, usableUntil });
}

// Index: client_assertions_by_expiry. Bounded, as above.
export const deleteExpiredAssertions = clientAssertions.remove({
  by: ["expiresAt <="],
  orderBy: ["expiresAt"],
  limit: true,
});

/** How an application may be used. */
export interface AllowedUse extends Restrictions {
  /** Scopes that its tokens may use; undefined for all that are in a token. */
  readonly scopes: readonly Scope[] | undefined;
}

// Index: applications_restricted. Across all tenants, as above.
const selectRestricted = applications.many({
  where: "revoked_at IS NULL AND (allowed_ips <> '{}' OR requires_dpop)",
  columns: ["id", "allowedIps", "requiresDpop"],
});

// Index: applications_by_removed_scopes. Across all tenants, as above.
const selectNarrowed = applications.many({
  by: ["scopesRemovedAt >"],
  where: "revoked_at IS NULL",
  columns: ["id", "scopes"],
});

/** Applications with restrictions, and those whose scopes were removed since that time. */
export async function selectAllowedUses(
  session: Session,
  since: Instant,
): Promise<ReadonlyMap<ApplicationId, AllowedUse>> {
  const [rows, scopes] = await Promise.all([
    selectRestricted(session),
    selectNarrowed(session, { scopesRemovedAt: since }),
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
