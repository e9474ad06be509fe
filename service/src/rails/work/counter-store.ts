import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";

export type CounterName = "trace" | "modifier";

const lock = statement(`
  INSERT INTO bank_counters (network, name, value) VALUES ($1, $2, 0)
  ON CONFLICT (network, name) DO UPDATE SET value = bank_counters.value RETURNING value`);

/** The last number that was used; nobody else uses one until the transaction ends. */
export async function lockCounter(tx: Transaction, network: Network, name: CounterName): Promise<bigint> {
  return (await tx.first<{ readonly value: bigint }>(lock, [network, name]))?.value ?? 0n;
}

const set = statement(`UPDATE bank_counters SET value = $3 WHERE network = $1 AND name = $2`);

export async function updateCounter(
  tx: Transaction,
  network: Network,
  { name, value }: { readonly name: CounterName; readonly value: bigint },
): Promise<void> {
  await tx.run(set, [network, name, value]);
}
