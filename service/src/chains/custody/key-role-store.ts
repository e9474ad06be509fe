import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { SenderQueueAddress } from "../chain.ts";
import type { KeyRole } from "../signer.ts";
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

// A few dozen rows by the primary key.
const findRoles = statement<RoleRow>(`
  SELECT role, key_index, address FROM custody_key_roles
  WHERE network = $1 AND family = $2 ORDER BY role, key_index`);

export async function selectRoles(
  session: Session,
  { network, family }: WalletPlace,
): Promise<readonly SenderQueueAddress[]> {
  const rows = await session.rows(findRoles, [network, family]);
  return rows.map(({ role, keyIndex, address }) => ({ key: { role, index: keyIndex }, address }));
}
