import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";

/** Part of a credit that the bank reported and that is no payment here. */
export interface CreditUse {
  readonly network: Network;
  /** The bank's. */
  readonly reference: string;
  readonly cents: bigint;
}

// By the primary key.
const used = statement(`SELECT used_for FROM bank_used_credits WHERE network = $1 AND reference = $2`);

/** Whether the credit with this reference of the bank was used before. */
export async function selectIsUsed(session: Session, network: Network, reference: string): Promise<boolean> {
  return (await session.first(used, [network, reference])) !== undefined;
}

const insert = statement(`
  INSERT INTO bank_used_credits (network, reference, used_for, amount_cents, created_at)
  VALUES ($1, $2, $3, $4, $5)`);

export async function insertUsedCredit(
  tx: Transaction,
  { network, reference, cents }: CreditUse,
  usedFor: string,
  now: Instant,
): Promise<void> {
  await tx.run(insert, [network, reference, usedFor, cents, formatInstant(now)]);
}
