import type { Session } from "../db/database.ts";
import { list } from "../db/list.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import type { AccountId, ApplicationId, Id, Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Application, ApplicationKey } from "./application.ts";
import { type LiveSecret, maxLiveSecrets, type StoredSecret } from "./secrets.ts";
import { applicationKeys, applicationSecrets, applications, clientDirectory } from "./tables.ts";

export const insertApplication = applications.insert();

export const insertDirectoryEntry = clientDirectory.insert();

/** The only lookup that does not know the tenant yet. */
export const selectDirectoryEntry = clientDirectory.one({ by: ["clientId"] });

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
  SELECT ${applications.list()}, secret_ids, digests FROM applications
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

/** Serializes changes of one application. */
export const lockApplication = applications.one({ by: ["tenantId", "id"], lock: "UPDATE" });

/** Of one account in both networks, newest first, including revoked ones. Index: applications_by_account. */
export const listApplications = applications.many({
  by: ["tenantId", "accountId"],
  orderBy: ["id DESC"],
  limit: 1000,
});

const selectSome = applications.many({ by: ["tenantId", "id[]"] });

export async function selectApplicationsById(
  session: Session,
  tenantId: TenantId,
  ids: readonly ApplicationId[],
): Promise<ReadonlyMap<ApplicationId, Application>> {
  const rows = await selectSome(session, { tenantId, id: ids });
  return new Map(rows.map((row) => [row.id, row]));
}

interface ApplicationFilters {
  readonly tenantId: TenantId;
  readonly network: Network;
  /** Undefined: the tenant's applications and those of the accounts it manages. */
  readonly accountId?: AccountId | undefined;
  /** Undefined: includes revoked applications. */
  readonly isLive?: boolean | undefined;
}

/** Newest first. By the primary key: a tenant has few applications, usually the same number in both networks. */
export const applicationList = list<Application, ApplicationFilters>({
  from: applications,
  filters: {
    tenantId: "tenant_id",
    network: "network",
    accountId: "account_id",
    isLive: (isLive) => (isLive ? "revoked_at IS NULL" : "revoked_at IS NOT NULL"),
  },
  totals: { status: "CASE WHEN revoked_at IS NULL THEN 'live' ELSE 'revoked' END" },
});

/** An application as shown in search results. */
type NamedApplication = Pick<Application, "id" | "tenantId" | "network" | "accountId" | "name">;

// The directory, then the applications, each by its primary key.
const named = statement<NamedApplication>(`
  SELECT application.id, application.tenant_id, application.network,
    application.account_id, application.name
  FROM client_directory AS entry
  JOIN applications AS application ON application.tenant_id = entry.tenant_id AND application.id = entry.client_id
  WHERE entry.client_id = ANY ($1::text[])`);

/** The existing clients among these ids, of any tenant. */
export async function selectNamedApplications(
  session: Session,
  ids: readonly ApplicationId[],
): Promise<readonly NamedApplication[]> {
  return ids.length === 0 ? [] : session.rows(named, [ids]);
}

/** Index: applications_by_account. */
export const countLiveApplications = applications.count({
  by: ["tenantId", "accountId", "network"],
  where: "revoked_at IS NULL",
});

// Index: applications_by_account, for each tenant.
const countLiveOfTenants = statement<ApplicationCount>(`
  SELECT tenant_id, network, count(*)::integer AS count FROM applications
   WHERE tenant_id = ANY ($1::text[]) AND revoked_at IS NULL GROUP BY tenant_id, network`);

export type ApplicationCount = Pick<Application, "tenantId" | "network"> & { readonly count: number };

/** For whole tenants, including applications of the accounts that they manage. */
export function countApplicationsOfTenants(
  session: Session,
  tenantIds: readonly TenantId[],
): Promise<readonly ApplicationCount[]> {
  return session.rows(countLiveOfTenants, [tenantIds]);
}

/** The application is locked. */
export const updateRevoked = applications.updateOne({ by: ["tenantId", "id"], set: ["revokedAt"] });

/** The application is locked. */
export const updateRestrictions = applications.updateOne({
  by: ["tenantId", "id"],
  set: ["allowedIps", "requiresDpop"],
});

/** The application is locked. */
export const updateScopes = applications.updateOne({
  by: ["tenantId", "id"],
  set: ["scopes", "scopesRemovedAt"],
});

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

/** `endsAt` is undefined for the current secret. */
export type SecretSummary = Pick<RowOf<typeof applicationSecrets>, "applicationId" | "createdAt"> & {
  readonly endsAt: Instant | undefined;
};

// Index: application_secrets_by_application.
const liveSecrets = statement<SecretSummary>(`
  SELECT application_id, created_at, expires_at AS ends_at FROM application_secrets
  WHERE tenant_id = $1 AND application_id = ANY ($2::text[])
    AND (expires_at IS NULL OR expires_at > $3::timestamptz)
  ORDER BY id DESC`);

/** Creation and expiry of the live secrets of these applications; never the secrets themselves. */
export function selectLiveSecretsOf(
  session: Session,
  tenantId: TenantId,
  ids: readonly ApplicationId[],
  now: Instant,
): Promise<readonly SecretSummary[]> {
  return session.rows(liveSecrets, [tenantId, ids, formatInstant(now)]);
}

/** It may have expired. Index: application_secrets_by_application. */
export const selectNewestSecret = applicationSecrets.one({
  by: ["tenantId", "applicationId"],
  columns: ["id", "expiresAt"],
  orderBy: ["id DESC"],
});

export const insertSecret = applicationSecrets.insert();

export const endSecret = applicationSecrets.updateOne({ by: ["tenantId", "id"], set: ["expiresAt"] });

export const selectLiveKeys = applicationKeys.many({
  by: ["tenantId", "applicationId"],
  where: "revoked_at IS NULL",
  orderBy: ["createdAt DESC", "kid"],
});

export const selectLiveKeysOf = applicationKeys.many({
  by: ["tenantId", "applicationId[]"],
  where: "revoked_at IS NULL",
  orderBy: ["createdAt DESC", "kid"],
});

/** False if the application has, or once had, a key with that kid. */
export const insertApplicationKey = applicationKeys.insert({
  onConflict: "(tenant_id, application_id, kid) DO NOTHING",
});

export const markApplicationKeyRevoked = applicationKeys.update({
  by: ["tenantId", "applicationId", "kid"],
  where: "revoked_at IS NULL",
  set: ["revokedAt"],
});

export const applicationView = applications.view("tenant_id, network, id, revoked_at");
