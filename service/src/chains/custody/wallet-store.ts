import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import type { Network } from "../../kernel/id.ts";
import type { ChainFamily } from "../chain-name.ts";
import type { Wallet, WalletPlace } from "./wallets.ts";

const lockAllCounters = statement(`
  SELECT family FROM custody_counters WHERE network = $1 ORDER BY family FOR UPDATE`);

/**
 * Locks all counters of a network, always in the same order: a transaction that takes keys of several families, in any
 * order, holds all of them from the first key on, so two transactions cannot deadlock.
 */
export async function lockCounters(tx: Transaction, network: Network): Promise<void> {
  await tx.run(lockAllCounters, [network]);
}

const countUp = statement<{ readonly keyIndex: number }>(`
  UPDATE custody_counters SET next_index = next_index + 1
  WHERE network = $1 AND family = $2 RETURNING next_index - 1 AS key_index`);

export async function takeNextIndex(tx: Transaction, { network, family }: WalletPlace): Promise<number> {
  const row = await tx.first(countUp, [network, family]);
  assert(row !== undefined, "every family has a counter in each network");
  return row.keyIndex;
}

const skipAhead = statement<NextKey>(`
  UPDATE custody_counters SET next_index = next_index + $2
  WHERE network = $1 RETURNING family, next_index`);

export interface NextKey {
  readonly family: ChainFamily;
  readonly nextIndex: number;
}

export function addToCounters(
  tx: Transaction,
  { network, count }: { readonly network: Network; readonly count: number },
): Promise<readonly NextKey[]> {
  return tx.rows(skipAhead, [network, count]);
}

const selectNextIndex = statement<{ readonly nextIndex: number }>(`
  SELECT next_index FROM custody_counters WHERE network = $1 AND family = $2`);

export async function readNextIndex(session: Session, { network, family }: WalletPlace): Promise<number> {
  const row = await session.first(selectNextIndex, [network, family]);
  assert(row !== undefined, "every family has a counter in each network");
  return row.nextIndex;
}

const addWallet = statement(`
  INSERT INTO custody_wallets (network, family, key_index, tenant_id, address_id, address)
  VALUES ($1, $2, $3, $4, $5, $6)`);

export async function insertWallet(tx: Transaction, wallet: Wallet): Promise<void> {
  const { network, family, keyIndex, tenantId, addressId, address } = wallet;
  await tx.run(addWallet, [network, family, keyIndex, tenantId, addressId, address]);
}

// Index custody_wallets_by_address, one lookup each: without statistics, the planner would read all wallets of a family.
const findWallets = statement<Wallet>(`
  SELECT wallet.* FROM (SELECT DISTINCT unnest($3::text[]) AS address) AS requested
  CROSS JOIN LATERAL (
    SELECT network, family, key_index, tenant_id, address_id, address FROM custody_wallets
    WHERE network = $1 AND family = $2 AND address = requested.address LIMIT 1) AS wallet`);

export function selectWallets(
  session: Session,
  { network, family }: WalletPlace,
  addresses: readonly string[],
): Promise<readonly Wallet[]> {
  return session.rows(findWallets, [network, family, addresses]);
}

// Index: the primary key.
const pageOfWallets = statement<Wallet>(`
  SELECT network, family, key_index, tenant_id, address_id, address FROM custody_wallets
  WHERE network = $1 AND family = $2 AND key_index > $3 ORDER BY key_index LIMIT $4`);

export function selectWalletPage(
  session: Session,
  { network, family }: WalletPlace,
  { afterIndex, limit }: { readonly afterIndex: number; readonly limit: number },
): Promise<readonly Wallet[]> {
  return session.rows(pageOfWallets, [network, family, afterIndex, limit]);
}
