import { createHash } from "node:crypto";
import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { ApplicationId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Application, ApplicationKey } from "./application.ts";
import type { DpopProof } from "./dpop.ts";
import type { Credential, TokenClaims, TokenId } from "./token-claims.ts";

// Index: applications_by_revocation. Across all tenants: each node queries once a second, never per request.
const revokedApplications = statement<{ id: ApplicationId }>(
  `SELECT id FROM applications WHERE revoked_at > $1::timestamptz`,
);

export async function selectRevokedApplications(
  session: Session,
  since: Instant,
): Promise<readonly ApplicationId[]> {
  const rows = await session.rows(revokedApplications, [formatInstant(since)]);
  return rows.map(({ id }) => id);
}

// Index: revoked_tokens_by_expiry. Across all tenants, as above.
const revokedTokens = statement<{ jti: TokenId }>(
  `SELECT jti FROM revoked_tokens WHERE expires_at > $1::timestamptz`,
);

export async function selectRevokedTokens(session: Session, now: Instant): Promise<readonly TokenId[]> {
  return (await session.rows(revokedTokens, [formatInstant(now)])).map(({ jti }) => jti);
}

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

const insertOne = statement(`
  INSERT INTO revoked_tokens (tenant_id, network, application_id, jti, expires_at, revoked_at)
  VALUES ($1, $2, $3, $4, $5::timestamptz, $6::timestamptz)
  ON CONFLICT (tenant_id, jti) DO NOTHING`);

/** False if the token was already revoked. */
export async function insertRevokedToken(
  session: Session,
  claims: TokenClaims,
  now: Instant,
): Promise<boolean> {
  const inserted = await session.run(insertOne, [
    claims.tenantId,
    claims.network,
    claims.applicationId,
    claims.jti,
    formatInstant(claims.expiresAt),
    formatInstant(now),
  ]);
  return inserted === 1;
}

// Index: revoked_tokens_by_expiry. Bounded, so that one sweep never locks many rows.
const deleteTokens = statement(`
  DELETE FROM revoked_tokens WHERE (tenant_id, jti) IN (
    SELECT tenant_id, jti FROM revoked_tokens WHERE expires_at <= $1::timestamptz ORDER BY expires_at LIMIT $2)`);

export function deleteExpiredRevocations(session: Session, before: Instant, limit: number): Promise<number> {
  return session.run(deleteTokens, [formatInstant(before), limit]);
}

const insertJti = statement(`
  INSERT INTO client_assertions (tenant_id, network, application_id, jti, expires_at)
  VALUES ($1, $2, $3, $4, $5::timestamptz)
  ON CONFLICT (tenant_id, application_id, jti) DO NOTHING`);

/** False if the assertion was already used. */
export async function claimAssertion(
  session: Session,
  application: Pick<Application, "tenantId" | "network" | "id">,
  assertion: { readonly jti: string; readonly usableUntil: Instant },
): Promise<boolean> {
  const { tenantId, network, id } = application;
  const values = [tenantId, network, id, assertion.jti, formatInstant(assertion.usableUntil)];
  return (await session.run(insertJti, values)) === 1;
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
const deleteAssertions = statement(`
  DELETE FROM client_assertions WHERE (tenant_id, application_id, jti) IN (
    SELECT tenant_id, application_id, jti FROM client_assertions
    WHERE expires_at <= $1::timestamptz ORDER BY expires_at LIMIT $2)`);

export function deleteExpiredAssertions(session: Session, before: Instant, limit: number): Promise<number> {
  return session.run(deleteAssertions, [formatInstant(before), limit]);
}
