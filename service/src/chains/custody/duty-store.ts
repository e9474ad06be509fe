import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { LaneAddress } from "../chain.ts";
import type { KeyDuty } from "../signer.ts";
import type { WalletPlace } from "./wallets.ts";

const addDuties = statement(`
  INSERT INTO custody_duties (network, family, duty, key_index, address)
  SELECT $1, $2, duty, key_index, address
  FROM unnest($3::text[], $4::integer[], $5::text[]) AS new (duty, key_index, address)
  ON CONFLICT DO NOTHING`);

/** Those that are kept already stay as they are. */
export async function insertDuties(
  tx: Transaction,
  { network, family }: WalletPlace,
  duties: readonly LaneAddress[],
): Promise<void> {
  const names = duties.map(({ key }) => key.duty);
  const indexes = duties.map(({ key }) => key.index);
  const addresses = duties.map(({ address }) => address);
  await tx.run(addDuties, [network, family, names, indexes, addresses]);
}

interface DutyRow {
  readonly duty: KeyDuty;
  readonly key_index: number;
  readonly address: string;
}

// A few dozen rows by the primary key.
const findDuties = statement(`
  SELECT duty, key_index, address FROM custody_duties
  WHERE network = $1 AND family = $2 ORDER BY duty, key_index`);

export async function selectDuties(
  session: Session,
  { network, family }: WalletPlace,
): Promise<readonly LaneAddress[]> {
  const rows = await session.rows<DutyRow>(findDuties, [network, family]);
  return rows.map(({ duty, key_index, address }) => ({ key: { duty, index: key_index }, address }));
}
