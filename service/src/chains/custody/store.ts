import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { assert } from "../../kernel/assert.ts";
import type { Network } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { SenderQueueAddress } from "../chain.ts";
import { type ChainName, familyOf } from "../chain-name.ts";
import type { KeyRef, KeyRole } from "../signer.ts";
import {
  custodyCounters,
  custodyKeyRoles,
  custodyRoleHolders,
  custodyWallets,
  walletSeeds,
} from "../tables.ts";
import type { Wallet, WalletPlace } from "./wallets.ts";

export type SeedOrigin = "made_at_start" | "made_by_operator" | "imported";
export type SealedSeed = RowOf<typeof walletSeeds>;
/** The public properties of a seed. */
export type WalletSeed = Omit<SealedSeed, "sealed">;

export const selectSeed = walletSeeds.one({ by: ["network"] });

/** False if the network already has a seed, or the other network has this one. */
export const insertSeed = walletSeeds.insert({ onConflict: "DO NOTHING" });

export const lockSeeds = walletSeeds.many({ orderBy: ["network"], lock: "UPDATE" });

export const updateSealedSeed = walletSeeds.updateOne({ by: ["network"], set: ["sealed"] });

/**
 * Locks all counters of a network, always in the same order: a transaction that takes keys of several families, in any
 * order, holds all of them from the first key on, so two transactions cannot deadlock.
 */
export const lockCounters = custodyCounters.many({
  by: ["network"],
  columns: ["family"],
  orderBy: ["family"],
  lock: "UPDATE",
});

const countUp = custodyCounters.update({
  by: ["network", "family"],
  setText: "next_index = next_index + 1",
  returning: ["nextIndex"],
});

export async function takeNextIndex(tx: Transaction, place: WalletPlace): Promise<number> {
  const [counter] = await countUp(tx, place);
  assert(counter !== undefined, "every family has a counter in each network");
  return counter.nextIndex - 1;
}

export type NextKey = Pick<RowOf<typeof custodyCounters>, "family" | "nextIndex">;

const skipAhead = statement<NextKey>(`
  UPDATE custody_counters SET next_index = next_index + $2
  WHERE network = $1 RETURNING family, next_index`);

export function addToCounters(
  tx: Transaction,
  { network, count }: { readonly network: Network; readonly count: number },
): Promise<readonly NextKey[]> {
  return tx.rows(skipAhead, [network, count]);
}

const advance = statement(`UPDATE custody_counters SET next_index = next_index + $1::int`);

/** Of both networks. */
export async function advanceCounters(tx: Transaction, count: number): Promise<void> {
  await tx.run(advance, [count]);
}

const selectCounter = custodyCounters.one({ by: ["network", "family"], columns: ["nextIndex"] });

export async function readNextIndex(session: Session, place: WalletPlace): Promise<number> {
  const counter = await selectCounter(session, place);
  assert(counter !== undefined, "every family has a counter in each network");
  return counter.nextIndex;
}

export const insertWallet = custodyWallets.insert();

// Index custody_wallets_by_address, one lookup each: without statistics, the planner would read all wallets of a family.
const findWallets = statement<Wallet>(`
  SELECT wallet.* FROM (SELECT DISTINCT unnest($3::text[]) AS address) AS requested
  CROSS JOIN LATERAL (
    SELECT ${custodyWallets.list()} FROM custody_wallets
    WHERE network = $1 AND family = $2 AND address = requested.address LIMIT 1) AS wallet`);

export function selectWallets(
  session: Session,
  { network, family }: WalletPlace,
  addresses: readonly string[],
): Promise<readonly Wallet[]> {
  return session.rows(findWallets, [network, family, addresses]);
}

export const selectWalletPage = custodyWallets.many({
  by: ["network", "family", "keyIndex >"],
  orderBy: ["keyIndex"],
  limit: true,
});

const addRoles = custodyKeyRoles.insertMany({ of: ["network", "family"], onConflict: "DO NOTHING" });

/** Addresses that are already stored stay unchanged. */
export async function insertRoles(
  tx: Transaction,
  { network, family }: WalletPlace,
  roles: readonly SenderQueueAddress[],
): Promise<void> {
  const rows = roles.map(({ key, address }) => ({ role: key.role, keyIndex: key.index, address }));
  await addRoles(tx, { network, family }, rows);
}

// A few dozen rows by the primary key, and the last replacement of each by its own.
const findRoles = statement<{ readonly role: KeyRole; readonly keyIndex: number; readonly address: string }>(`
  SELECT roles.role, roles.key_index, coalesce(last.address, roles.address) AS address
  FROM custody_key_roles AS roles
  LEFT JOIN LATERAL (
    SELECT address FROM custody_key_replacements AS replaced
    WHERE replaced.network = roles.network AND replaced.family = roles.family AND replaced.role = roles.role
      AND replaced.key_index = roles.key_index
    ORDER BY number DESC LIMIT 1
  ) AS last ON true
  WHERE roles.network = $1 AND roles.family = $2 ORDER BY roles.role, roles.key_index`);

export async function selectRoles(
  session: Session,
  { network, family }: WalletPlace,
): Promise<readonly SenderQueueAddress[]> {
  const rows = await session.rows(findRoles, [network, family]);
  return rows.map(({ role, keyIndex, address }) => ({ key: { role, index: keyIndex }, address }));
}

const addReplacement = statement(`
  INSERT INTO custody_key_replacements (network, family, role, key_index, number, address, replaced_at)
  SELECT $1, $2, $3, $4, coalesce(max(number), 0) + 1, $5, $6::timestamptz FROM custody_key_replacements
  WHERE network = $1 AND family = $2 AND role = $3 AND key_index = $4`);

export async function insertReplacement(
  tx: Transaction,
  { network, family }: WalletPlace,
  { key, address, at }: SenderQueueAddress & { readonly at: Instant },
): Promise<void> {
  await tx.run(addReplacement, [network, family, key.role, key.index, address, formatInstant(at)]);
}

// Index chain_submissions_live, of every chain of the network.
const findInFlight = statement<{ readonly chain: ChainName; readonly count: number }>(`
  SELECT chain, count(*)::int AS count FROM chain_submissions
  WHERE network = $1 AND sender_role = $2 AND sender_index = $3 AND state NOT IN ('settled', 'dead')
  GROUP BY chain`);

/** Transactions of a sender that are not final, on all chains of the family. */
export async function countInFlight(
  session: Session,
  { network, family }: WalletPlace,
  { role, index }: KeyRef,
): Promise<number> {
  const rows = await session.rows(findInFlight, [network, role, index]);
  return rows.reduce((sum, { chain, count }) => sum + (familyOf(chain) === family ? count : 0), 0);
}

export const upsertRoleHolders = custodyRoleHolders.insertMany({
  of: ["network", "chain", "contract", "seenAt"],
  onConflict: "replace",
});

/** Three rows for each token on each chain. */
export const selectRoleHolders = custodyRoleHolders.many({
  by: ["network"],
  orderBy: ["chain", "contract", "role"],
});

/** Whether a key role of a token has a holder that is neither the platform's key nor configured. */
export const hasUnexpectedHolder = custodyRoleHolders.exists({ where: "NOT is_expected" });
