import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { TenantId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { Subscription, SubscriptionId } from "./subscription.ts";

// By the primary key. The current secret moves in its sealed form.
const rotate = statement(`
  UPDATE webhook_subscriptions SET secret = $3, updated_at = $4::timestamptz,
    previous_secret = CASE WHEN $5::timestamptz IS NULL THEN NULL ELSE secret END,
    previous_secret_until = $5::timestamptz
  WHERE tenant_id = $1 AND id = $2`);

/** The new secret replaces the current one, which remains valid until it expires, or expires now. */
export async function replaceSecret(
  tx: Transaction,
  { tenantId, id, updatedAt, previousSecretUntil: until }: Subscription,
  sealedSecret: Buffer,
): Promise<void> {
  const end = until === undefined ? null : formatInstant(until);
  await tx.run(rotate, [tenantId, id, sealedSecret, formatInstant(updatedAt), end]);
}

/** A sealed secret of a subscription, and its position. */
export interface SealedSecret {
  readonly tenantId: TenantId;
  readonly id: SubscriptionId;
  readonly sealed: Buffer;
}

interface Slice {
  readonly after: SealedSecret | undefined;
  readonly limit: number;
}

// By the primary key, over all tenants: for the operator, never in a request.
const lockCurrent = statement(`
  SELECT tenant_id AS "tenantId", id, secret AS sealed FROM webhook_subscriptions
  WHERE (tenant_id, id) > ($1, $2) ORDER BY tenant_id, id LIMIT $3 FOR NO KEY UPDATE`);
const lockPrevious = statement(`
  SELECT tenant_id AS "tenantId", id, previous_secret AS sealed FROM webhook_subscriptions
  WHERE (tenant_id, id) > ($1, $2) AND previous_secret IS NOT NULL
  ORDER BY tenant_id, id LIMIT $3 FOR NO KEY UPDATE`);

export function lockSecretsAfter(tx: Transaction, slice: Slice): Promise<readonly SealedSecret[]> {
  return tx.rows<SealedSecret>(lockCurrent, valuesOf(slice));
}

export function lockPreviousSecretsAfter(tx: Transaction, slice: Slice): Promise<readonly SealedSecret[]> {
  return tx.rows<SealedSecret>(lockPrevious, valuesOf(slice));
}

function valuesOf({ after, limit }: Slice): readonly (string | number)[] {
  return [after?.tenantId ?? "", after?.id ?? "", limit];
}

// By the primary key.
const rewrapped = `FROM unnest($1::text[], $2::text[], $3::bytea[]) AS rewrapped (tenant_id, id, sealed)
  WHERE webhook_subscriptions.tenant_id = rewrapped.tenant_id AND webhook_subscriptions.id = rewrapped.id`;
const updateCurrent = statement(`UPDATE webhook_subscriptions SET secret = rewrapped.sealed ${rewrapped}`);
const updatePrevious = statement(
  `UPDATE webhook_subscriptions SET previous_secret = rewrapped.sealed ${rewrapped}`,
);

export async function updateSecrets(tx: Transaction, secrets: readonly SealedSecret[]): Promise<void> {
  await tx.run(updateCurrent, columnsOf(secrets));
}

export async function updatePreviousSecrets(
  tx: Transaction,
  secrets: readonly SealedSecret[],
): Promise<void> {
  await tx.run(updatePrevious, columnsOf(secrets));
}

function columnsOf(secrets: readonly SealedSecret[]) {
  return [
    secrets.map(({ tenantId }) => tenantId),
    secrets.map(({ id }) => id),
    secrets.map(({ sealed }) => sealed),
  ];
}
