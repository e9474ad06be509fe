import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { AccountId, Network, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { ReviewFlag } from "../profile.ts";

export interface ProfileKey {
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
}

/** A profile as stored. */
export interface StoredProfile extends ProfileKey {
  readonly network: Network;
  readonly sealed: Buffer;
  readonly einIndex: Buffer;
  readonly flags: readonly ReviewFlag[];
  readonly createdAt: Instant;
}

const insertOne = statement(`
  INSERT INTO account_profiles (tenant_id, network, account_id, sealed, ein_index, flags, created_at)
  VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7::timestamptz)`);

export async function insertProfile(tx: Transaction, profile: StoredProfile): Promise<void> {
  const { tenantId, network, accountId, sealed, einIndex, flags, createdAt } = profile;
  const values = [JSON.stringify(flags), formatInstant(createdAt)];
  await tx.run(insertOne, [tenantId, network, accountId, sealed, einIndex, ...values]);
}

// By the primary key.
const findSealed = statement<{ sealed: Buffer }>(`
  SELECT sealed FROM account_profiles WHERE tenant_id = $1 AND account_id = $2`);

export async function selectSealedProfile(session: Session, key: ProfileKey): Promise<Buffer | undefined> {
  return (await session.first(findSealed, [key.tenantId, key.accountId]))?.sealed;
}

// By the primary key.
const findFlags = statement<{ flags: readonly ReviewFlag[] }>(`
  SELECT flags FROM account_profiles WHERE tenant_id = $1 AND account_id = $2`);

export async function selectFlags(
  session: Session,
  key: ProfileKey,
): Promise<readonly ReviewFlag[] | undefined> {
  const row = await session.first(findFlags, [key.tenantId, key.accountId]);
  return row?.flags;
}

const lockIndex = statement(`SELECT pg_advisory_xact_lock($1)`);

/** Serializes the creation of accounts with one EIN, so that the later one sees the earlier. */
export async function lockEinIndex(tx: Transaction, einIndex: Buffer): Promise<void> {
  await tx.run(lockIndex, [einIndex.readBigInt64BE()]);
}

// Index: account_profiles_by_ein.
const findEin = statement(`
  SELECT 1 AS found FROM account_profiles WHERE tenant_id = $1 AND network = $2 AND ein_index = $3 LIMIT 1`);

export async function isEinIndexUsed(
  tx: Transaction,
  key: { readonly tenantId: TenantId; readonly network: Network; readonly einIndex: Buffer },
): Promise<boolean> {
  return (await tx.first(findEin, [key.tenantId, key.network, key.einIndex])) !== undefined;
}
