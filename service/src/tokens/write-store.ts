import type { Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import type { Network } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Deployment, Token, TokenStatus } from "./token.ts";

/** Allocates the next issuer key; its row stays locked, which serializes additions to a network's catalog. */
export async function takeIssuerKey(tx: Transaction, network: Network): Promise<number> {
  const row = await tx.first(takeKey, [network]);
  assert(row !== undefined, `${network} has issuer keys`);
  return row.index;
}

// Primary key.
const takeKey = statement<{ readonly index: number }>(`
  UPDATE token_issuer_keys SET next_index = next_index + 1 WHERE network = $1 RETURNING next_index - 1 AS index`);

/** Takes the same lock for a token that needs no key. */
export async function lockCatalogue(tx: Transaction, network: Network): Promise<void> {
  await tx.run(lockKeys, [network]);
}

const lockKeys = statement("SELECT 1 FROM token_issuer_keys WHERE network = $1 FOR UPDATE");

export async function insertToken(tx: Transaction, token: Token): Promise<void> {
  const { minting, issuer } = token;
  await tx.run(insert, [
    token.network,
    token.id,
    token.valueType,
    token.name,
    token.kind,
    token.currency,
    issuer?.tenantId ?? null,
    issuer?.accountId ?? null,
    token.isPublic,
    minting.authority,
    minting.authority === "external" ? null : minting.issuerKeyIndex,
    token.status,
    formatInstant(token.createdAt),
    formatInstant(token.updatedAt),
  ]);
  await saveDeployments(tx, token, token.deployments);
}

const insert = statement(`
  INSERT INTO tokens (network, id, value_type, name, kind, currency, tenant_id, issuer_account_id, is_public, authority,
    issuer_key_index, status, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::timestamptz, $14::timestamptz)`);

/** Inserts new deployments and updates changed ones. Index: token_deployments_pkey. */
export async function saveDeployments(
  tx: Transaction,
  { network, id }: Pick<Token, "network" | "id">,
  deployments: readonly Deployment[],
): Promise<void> {
  const failure = (each: Deployment) => (each.status === "failed" ? each.failure : undefined);
  await tx.run(upsertDeployments, [
    network,
    id,
    deployments.map(({ chain }) => chain),
    deployments.map(({ status }) => status),
    deployments.map((each) => (each.status === "active" ? each.contract : null)),
    deployments.map(({ workId }) => workId ?? null),
    deployments.map((each) => failure(each)?.reason ?? null),
    deployments.map((each) => failure(each)?.detail ?? null),
    deployments.map(({ createdAt }) => formatInstant(createdAt)),
    deployments.map(({ updatedAt }) => formatInstant(updatedAt)),
  ]);
}

const upsertDeployments = statement(
  `
  INSERT INTO token_deployments (network, token_id, chain, status, contract, work_id, failure_reason, failure_detail,
    created_at, updated_at)
  SELECT $1, $2, chain, status, contract, work_id, failure_reason, failure_detail, created_at::timestamptz,
         updated_at::timestamptz
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
      AS new (chain, status, contract, work_id, failure_reason, failure_detail, created_at, updated_at)
  ON CONFLICT (network, token_id, chain) DO UPDATE
     SET status = excluded.status, contract = excluded.contract, work_id = excluded.work_id,
         failure_reason = excluded.failure_reason, failure_detail = excluded.failure_detail,
         updated_at = excluded.updated_at`,
  { changesFacts: "platform" },
);

/** Called even if only a deployment has changed. Index: tokens_pkey. */
export async function updateToken(
  tx: Transaction,
  { network, id }: Pick<Token, "network" | "id">,
  { status, updatedAt }: { readonly status: TokenStatus; readonly updatedAt: Instant },
): Promise<void> {
  await tx.run(update, [network, id, status, formatInstant(updatedAt)]);
}

const update = statement(
  "UPDATE tokens SET status = $3, updated_at = $4::timestamptz WHERE network = $1 AND id = $2",
  { changesFacts: "platform" },
);
