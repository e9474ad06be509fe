import type { ChainKey } from "../../chains/chain-name.ts";
import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { type QueuePart, startOfPart } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { type TokenRow, tokenColumns, toTokens, withDeployments } from "../store.ts";
import type { Token } from "../token.ts";
import type { TokenDeposit } from "./token-deposit.ts";

const contracts = statement<{ readonly contract: string }>(`
  SELECT contract FROM token_deployments WHERE network = $1 AND chain = $2 AND contract IS NOT NULL ORDER BY contract`);

/** Contracts of all catalog tokens on a chain. Index: token_deployments_by_contract. */
export async function selectContracts(
  session: Session,
  { network, chain }: ChainKey,
): Promise<readonly string[]> {
  const rows = await session.rows(contracts, [network, chain]);
  return rows.map(({ contract }) => contract);
}

const catalog = statement<{ readonly contract: string; readonly isIssued: boolean }>(`
  SELECT contract, authority = 'platform' AS is_issued
  FROM token_deployments deployment JOIN tokens token ON token.network = deployment.network AND token.id = deployment.token_id
  WHERE deployment.network = $1 AND chain = $2 AND contract IS NOT NULL ORDER BY contract`);

/** The same contracts, and whether the platform mints the token. */
export function selectCatalogContracts(
  session: Session,
  { network, chain }: ChainKey,
): Promise<readonly { readonly contract: string; readonly isIssued: boolean }[]> {
  return session.rows(catalog, [network, chain]);
}

const byContracts = statement<TokenRow>(
  withDeployments(
    `SELECT ${tokenColumns} FROM tokens WHERE network = $1 AND id IN (
       SELECT token_id FROM token_deployments WHERE network = $1 AND chain = $2 AND contract = ANY ($3::text[]))`,
    "",
  ),
);

/** Index: token_deployments_by_contract. */
export async function selectTokensByContract(
  session: Session,
  { network, chain }: ChainKey,
  requested: readonly string[],
): Promise<readonly Token[]> {
  return toTokens(await session.rows(byContracts, [network, chain, [...new Set(requested)]]));
}

const columns = `tenant_id, network, id, account_id, address_id, chain, token_id, value_type, scale, units, from_address,
  transaction_id, transfer_index, status, list_version, hit_uids, created_at, updated_at`;

const readColumns = `${columns}, (SELECT purpose FROM addresses
    WHERE addresses.tenant_id = token_deposits.tenant_id AND addresses.id = token_deposits.address_id) AS purpose`;

const insert = statement(`
  INSERT INTO token_deposits (${columns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16::text[], $17::timestamptz, $18::timestamptz)`);

export async function insertDeposit(tx: Transaction, deposit: TokenDeposit): Promise<void> {
  await tx.run(insert, [
    deposit.tenantId,
    deposit.network,
    deposit.id,
    deposit.accountId,
    deposit.addressId,
    deposit.chain,
    deposit.tokenId,
    deposit.asset.code,
    deposit.asset.scale,
    deposit.units,
    deposit.from ?? null,
    deposit.transactionId,
    deposit.index,
    deposit.status,
    deposit.screening?.listVersion ?? null,
    [...(deposit.screening?.hitUids ?? [])],
    formatInstant(deposit.createdAt),
    formatInstant(deposit.updatedAt),
  ]);
}

interface DepositRow extends Omit<TokenDeposit, "asset" | "from" | "index" | "screening"> {
  readonly valueType: string;
  readonly scale: number;
  readonly fromAddress: string | undefined;
  readonly transferIndex: number;
  readonly listVersion: string | undefined;
  readonly hitUids: readonly string[];
}

const ofHeld = `SELECT ${readColumns} FROM token_deposits WHERE status = 'held'`;
const held = {
  after: statement<DepositRow>(`${ofHeld} AND id > $1 ORDER BY id LIMIT $2`),
  before: statement<DepositRow>(`${ofHeld} AND id < $1 ORDER BY id DESC LIMIT $2`),
};

/** Held deposits of all tenants that need manual review, oldest first. Index: token_deposits_held. */
export async function selectHeldDeposits(
  session: Session,
  part: QueuePart,
): Promise<readonly TokenDeposit[]> {
  const { direction = "after", limit } = part;
  return (await session.rows(held[direction], [startOfPart(part), limit])).map(fromRow);
}

// By the primary key.
const lockHeld = statement(`
  SELECT 1 AS found FROM token_deposits WHERE tenant_id = $1 AND id = $2 AND status = 'held' FOR UPDATE`);

/** Nothing but the status ever changes. */
export async function lockHeldDeposit(tx: Transaction, id: string): Promise<TokenDeposit | undefined> {
  const found = await selectDeposit(tx, id);
  if (found?.status !== "held") return undefined;
  return (await tx.first(lockHeld, [found.tenantId, id])) === undefined ? undefined : found;
}

// Across tenants: operators may only have the id. Index: token_deposits_by_id.
const findOne = statement<DepositRow>(`SELECT ${readColumns} FROM token_deposits WHERE id = $1`);

export async function selectDeposit(session: Session, id: string): Promise<TokenDeposit | undefined> {
  const row = await session.first(findOne, [id]);
  return row === undefined ? undefined : fromRow(row);
}

// Unique key, one lookup each. A sender is the same in all transfers of a transaction that this service recorded.
const senders = statement<{ readonly transactionId: string; readonly fromAddress: string | undefined }>(`
  SELECT requested.transaction_id, deposit.from_address
    FROM (SELECT DISTINCT * FROM unnest($2::text[], $3::text[]) AS given (chain, transaction_id)) AS requested
   CROSS JOIN LATERAL (
    SELECT from_address, network FROM token_deposits
     WHERE tenant_id = $1 AND chain = requested.chain AND transaction_id = requested.transaction_id LIMIT 1) AS deposit
   WHERE deposit.network = $4`);

/** Sender by the id of the transaction, where it is known. */
export async function selectDepositSenders(
  session: Session,
  { tenantId, network }: Pick<TokenDeposit, "tenantId" | "network">,
  transactions: readonly { readonly chain: string; readonly transactionId: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (transactions.length === 0) return new Map();
  const chains = transactions.map(({ chain }) => chain);
  const ids = transactions.map(({ transactionId }) => transactionId);
  const rows = await session.rows(senders, [tenantId, chains, ids, network]);
  return new Map(
    rows.flatMap(({ transactionId, fromAddress }) =>
      fromAddress === undefined ? [] : [[transactionId, fromAddress] as const],
    ),
  );
}

const release = statement(`
  UPDATE token_deposits SET status = 'released', updated_at = $3::timestamptz WHERE tenant_id = $1 AND id = $2`);

export async function markReleased(
  tx: Transaction,
  { tenantId, id }: TokenDeposit,
  now: Instant,
): Promise<void> {
  await tx.run(release, [tenantId, id, formatInstant(now)]);
}

function fromRow(row: DepositRow): TokenDeposit {
  const {
    valueType: code,
    scale,
    fromAddress: from,
    transferIndex: index,
    listVersion,
    hitUids,
    ...fields
  } = row;
  const screening = listVersion === undefined ? undefined : { listVersion, hitUids };
  return { ...fields, asset: { code, scale }, from, index, screening };
}
