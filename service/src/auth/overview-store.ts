import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { AccountId, ApplicationId, Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Application } from "./application.ts";
import type { PublicJwk } from "./public-jwk.ts";
import { columns } from "./store.ts";

/** Filter and page of a workspace's applications. */
export interface ApplicationSlice {
  readonly tenantId: TenantId;
  readonly network: Network;
  /** Undefined: the tenant's applications and those of the accounts it manages. */
  readonly accountId: AccountId | undefined;
  /** Undefined: includes revoked applications. */
  readonly isLive: boolean | undefined;
  readonly direction: "after" | "before";
  readonly position: string | undefined;
  readonly limit: number;
}

// By the primary key: a tenant has few applications, usually the same number in both networks.
const slice = (beyond: string, order: string) =>
  statement<Application>(`
  SELECT ${columns} FROM applications
  WHERE tenant_id = $1 AND network = $2 AND ($3::text IS NULL OR account_id = $3)
    AND ($4::boolean IS NULL OR (revoked_at IS NULL) = $4) AND ($5::text IS NULL OR id ${beyond} $5)
  ORDER BY id ${order} LIMIT $6`);
const slices = { after: slice("<", "DESC"), before: slice(">", "ASC") };

export function selectApplicationSlice(
  session: Session,
  { tenantId, network, accountId, isLive, direction, position, limit }: ApplicationSlice,
): Promise<readonly Application[]> {
  const values = [tenantId, network, accountId, isLive, position, limit];
  return session.rows(slices[direction], values);
}

// By the primary key.
const someById = statement<Application>(
  `SELECT ${columns} FROM applications WHERE tenant_id = $1 AND id = ANY ($2::text[])`,
);

export async function selectApplicationsById(
  session: Session,
  tenantId: TenantId,
  ids: readonly ApplicationId[],
): Promise<ReadonlyMap<ApplicationId, Application>> {
  const rows = await session.rows(someById, [tenantId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface SecretSummary {
  readonly applicationId: ApplicationId;
  readonly createdAt: Instant;
  /** Undefined for the current secret. */
  readonly endsAt: Instant | undefined;
}

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

export interface KeySummary {
  readonly applicationId: ApplicationId;
  readonly jwk: PublicJwk;
  readonly createdAt: Instant;
}

// By the primary key.
const liveKeys = statement<KeySummary>(`
  SELECT application_id, jwk, created_at FROM application_keys
  WHERE tenant_id = $1 AND application_id = ANY ($2::text[]) AND revoked_at IS NULL
  ORDER BY created_at DESC, kid`);

export function selectLiveKeysOf(
  session: Session,
  tenantId: TenantId,
  ids: readonly ApplicationId[],
): Promise<readonly KeySummary[]> {
  return session.rows(liveKeys, [tenantId, ids]);
}
