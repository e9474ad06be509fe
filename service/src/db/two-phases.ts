import type { Transaction } from "./database.ts";
import { statement } from "./statement.ts";

/**
 * Lets a transaction that writes to a `local` table write to a shard, too. Citus does not know the
 * local table; it commits in two phases once a table of the coordinator that it knows is changed, even if no row is. On
 * PostgreSQL this has no effect.
 */
export function commitInTwoPhases(tx: Pick<Transaction, "later">): void {
  tx.later(changeNothing);
}

/** Changes no row. */
export const changeNothing = statement(`UPDATE facts_versions SET version = version WHERE scope = ''`);
