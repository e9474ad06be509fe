import type { Transaction } from "./database.ts";
import { statement } from "./statement.ts";

const lock = statement("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))");

/** Serializes the transactions that lock the same name. */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx.run(lock, [name]);
}
