import type { Transaction } from "./database.ts";
import { statement } from "./statement.ts";

/**
 * Lets the statements of this transaction scan no table that has an index for them. For queues: a plan that was made
 * while the queue was empty reads all of it, and stays in use when the queue has grown.
 */
export function preferIndexes(tx: Pick<Transaction, "later">): void {
  tx.later(preferStatement);
}

const preferStatement = statement(`SELECT set_config('enable_seqscan', 'off', true)`);
