import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { SenderQueueAddress } from "../chain.ts";
import { type ChainName, familyOf } from "../chain-name.ts";
import type { KeyRef, KeyRole } from "../signer.ts";
import type { WalletPlace } from "./wallets.ts";

const addRoles = statement(`
  INSERT INTO custody_key_roles (network, family, role, key_index, address)
  SELECT $1, $2, role, key_index, address
  FROM unnest($3::text[], $4::integer[], $5::text[]) AS new (role, key_index, address)
  ON CONFLICT DO NOTHING`);

/** Addresses that are already stored stay unchanged. */
export async function insertRoles(
  tx: Transaction,
  { network, family }: WalletPlace,
  roles: readonly SenderQueueAddress[],
): Promise<void> {
  const names = roles.map(({ key }) => key.role);
  const indexes = roles.map(({ key }) => key.index);
  const addresses = roles.map(({ address }) => address);
  await tx.run(addRoles, [network, family, names, indexes, addresses]);
}

interface RoleRow {
  readonly role: KeyRole;
  readonly keyIndex: number;
  readonly address: string;
}

// A few dozen rows by the primary key, and the last replacement of each by its own.
const findRoles = statement<RoleRow>(`
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
