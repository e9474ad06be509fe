import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { AccountId, ApplicationId, Id, Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Application, ApplicationKey } from "./application.ts";
import type { PublicJwk } from "./public-jwk.ts";
import { type LiveSecret, maxLiveSecrets, type StoredSecret } from "./secrets.ts";

export const columns = `tenant_id, network, id, account_id, name, scopes, allowed_ips, requires_dpop, created_at,
  revoked_at`;

const insertOne = statement(`
  INSERT INTO applications (tenant_id, network, id, account_id, name, scopes, created_at)
  VALUES ($1, $2, $3, $4, $5, $6::text[], $7::timestamptz)`);

export async function insertApplication(session: Session, application: Application): Promise<void> {
  await session.run(insertOne, [
    application.tenantId,
    application.network,
    application.id,
    application.accountId,
    application.name,
    application.scopes,
    formatInstant(application.createdAt),
  ]);
}

const insertEntry = statement(
  `INSERT INTO client_directory (client_id, tenant_id, network) VALUES ($1, $2, $3)`,
);

export async function insertDirectoryEntry(session: Session, application: Application): Promise<void> {
  await session.run(insertEntry, [application.id, application.tenantId, application.network]);
}

// By the primary key.
const findEntry = statement<{ tenantId: TenantId }>(
  `SELECT tenant_id FROM client_directory WHERE client_id = $1`,
);

/** The only lookup that does not know the tenant yet. */
export async function selectTenantOfClient(
  session: Session,
  clientId: ApplicationId,
): Promise<TenantId | undefined> {
  return (await session.first(findEntry, [clientId]))?.tenantId;
}

/** An application with its live credentials. */
export interface StoredClient {
  readonly application: Application;
  readonly secrets: readonly StoredSecret[];
}

// By the primary key, and for the secrets the index application_secrets_by_application. Node clocks differ, so more
// secrets may look live than are: only the one without an expiry and the one that expires last count.
const findClient = statement<
  Application & { secretIds: readonly Id<"secret">[]; digests: readonly Buffer[] }
>(`
  SELECT ${columns}, secret_ids, digests FROM applications
   CROSS JOIN LATERAL (
     SELECT coalesce(array_agg(live.id), '{}') AS secret_ids, coalesce(array_agg(live.digest), '{}') AS digests
       FROM (SELECT secret.id, secret.digest FROM application_secrets AS secret
              WHERE secret.tenant_id = $1 AND secret.application_id = $2
                AND (secret.expires_at IS NULL OR secret.expires_at > $3::timestamptz)
              ORDER BY secret.expires_at DESC NULLS FIRST LIMIT ${maxLiveSecrets}) AS live) AS secrets
   WHERE tenant_id = $1 AND id = $2`);

export async function selectClient(
  session: Session,
  { tenantId, applicationId }: ApplicationKey,
  now: Instant,
): Promise<StoredClient | undefined> {
  const row = await session.first(findClient, [tenantId, applicationId, formatInstant(now)]);
  if (row === undefined) return undefined;
  const { secretIds, digests, ...application } = row;
  return {
    application,
    secrets: secretIds.flatMap((id, index) => {
      const digest = digests[index];
      return digest === undefined ? [] : [{ id, digest }];
    }),
  };
}

// By the primary key.
const lockOne = statement<Application>(
  `SELECT ${columns} FROM applications WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
);

/** Serializes changes of one application. */
export function lockApplication(
  tx: Transaction,
  { tenantId, applicationId }: ApplicationKey,
): Promise<Application | undefined> {
  return tx.first(lockOne, [tenantId, applicationId]);
}

// Index: applications_by_account.
const listOf = statement<Application>(`
  SELECT ${columns} FROM applications
  WHERE tenant_id = $1 AND account_id = $2 ORDER BY id DESC LIMIT $3`);

export function selectApplications(
  session: Session,
  owner: { readonly tenantId: TenantId; readonly accountId: AccountId; readonly limit: number },
): Promise<readonly Application[]> {
  return session.rows(listOf, [owner.tenantId, owner.accountId, owner.limit]);
}

// Index: applications_by_account.
const countLive = statement<{ count: number }>(`
  SELECT count(*)::int AS count FROM applications
  WHERE tenant_id = $1 AND account_id = $2 AND network = $3 AND revoked_at IS NULL`);

export async function countLiveApplications(
  session: Session,
  owner: { readonly tenantId: TenantId; readonly accountId: AccountId; readonly network: Network },
): Promise<number> {
  const values = [owner.tenantId, owner.accountId, owner.network];
  return (await session.first(countLive, values))?.count ?? 0;
}

// Index: applications_by_account, for each tenant.
const countLiveOfTenants = statement<ApplicationCount>(`
  SELECT tenant_id, network, count(*)::integer AS count FROM applications
   WHERE tenant_id = ANY ($1::text[]) AND revoked_at IS NULL GROUP BY tenant_id, network`);

export interface ApplicationCount {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly count: number;
}

/** For whole tenants, including applications of the accounts that they manage. */
export function countApplicationsOfTenants(
  session: Session,
  tenantIds: readonly TenantId[],
): Promise<readonly ApplicationCount[]> {
  return session.rows(countLiveOfTenants, [tenantIds]);
}

// By the primary key.
const markRevoked = statement(`
  UPDATE applications SET revoked_at = $3::timestamptz
  WHERE tenant_id = $1 AND id = $2 AND revoked_at IS NULL`);

export function markApplicationRevoked(
  session: Session,
  { tenantId, applicationId }: ApplicationKey,
  now: Instant,
): Promise<number> {
  return session.run(markRevoked, [tenantId, applicationId, formatInstant(now)]);
}

// Index: application_secrets_by_application.
const findSecrets = statement<LiveSecret>(`
  SELECT id, expires_at FROM application_secrets
  WHERE tenant_id = $1 AND application_id = $2 AND (expires_at IS NULL OR expires_at > $3::timestamptz)`);

export function selectLiveSecrets(
  session: Session,
  { tenantId, applicationId }: ApplicationKey,
  now: Instant,
): Promise<readonly LiveSecret[]> {
  return session.rows(findSecrets, [tenantId, applicationId, formatInstant(now)]);
}

// Index: application_secrets_by_application.
const findNewestSecret = statement<LiveSecret>(`
  SELECT id, expires_at FROM application_secrets
  WHERE tenant_id = $1 AND application_id = $2 ORDER BY id DESC LIMIT 1`);

/** It may have expired. */
export function selectNewestSecret(
  session: Session,
  { tenantId, applicationId }: ApplicationKey,
): Promise<LiveSecret | undefined> {
  return session.first(findNewestSecret, [tenantId, applicationId]);
}

const insertDigest = statement(`
  INSERT INTO application_secrets (tenant_id, network, id, application_id, digest, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6::timestamptz, NULL)`);

export async function insertSecret(
  session: Session,
  application: Application,
  secret: { readonly id: Id<"secret">; readonly digest: Buffer; readonly createdAt: Instant },
): Promise<void> {
  const { tenantId, network, id } = application;
  await session.run(insertDigest, [
    tenantId,
    network,
    secret.id,
    id,
    secret.digest,
    formatInstant(secret.createdAt),
  ]);
}

// By the primary key.
const endOne = statement(`
  UPDATE application_secrets SET expires_at = $3::timestamptz WHERE tenant_id = $1 AND id = $2`);

export async function endSecret(
  session: Session,
  key: { readonly tenantId: TenantId; readonly secretId: Id<"secret"> },
  expiresAt: Instant | undefined,
): Promise<void> {
  const ends = expiresAt === undefined ? null : formatInstant(expiresAt);
  await session.run(endOne, [key.tenantId, key.secretId, ends]);
}

// By the primary key.
const findKeys = statement<{ jwk: PublicJwk }>(`
  SELECT jwk FROM application_keys
  WHERE tenant_id = $1 AND application_id = $2 AND revoked_at IS NULL ORDER BY created_at DESC, kid`);

export async function selectLiveKeys(
  session: Session,
  { tenantId, applicationId }: ApplicationKey,
): Promise<readonly PublicJwk[]> {
  return (await session.rows(findKeys, [tenantId, applicationId])).map(({ jwk }) => jwk);
}

const insertKey = statement(`
  INSERT INTO application_keys (tenant_id, network, application_id, kid, jwk, created_at, revoked_at)
  VALUES ($1, $2, $3, $4, $5::jsonb, $6::timestamptz, NULL)
  ON CONFLICT (tenant_id, application_id, kid) DO NOTHING`);

/** Returns 0 if the application has, or once had, a key with that kid. */
export function insertApplicationKey(
  session: Session,
  application: Application,
  jwk: PublicJwk,
  now: Instant,
): Promise<number> {
  const { tenantId, network, id } = application;
  return session.run(insertKey, [tenantId, network, id, jwk.kid, JSON.stringify(jwk), formatInstant(now)]);
}

const markKeyRevoked = statement(`
  UPDATE application_keys SET revoked_at = $4::timestamptz
  WHERE tenant_id = $1 AND application_id = $2 AND kid = $3 AND revoked_at IS NULL`);

export function markApplicationKeyRevoked(
  session: Session,
  key: ApplicationKey & { readonly kid: string },
  now: Instant,
): Promise<number> {
  return session.run(markKeyRevoked, [key.tenantId, key.applicationId, key.kid, formatInstant(now)]);
}
