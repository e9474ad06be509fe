import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";

export const counterNames = ["trace", "modifier", "minute"] as const;
export type CounterName = (typeof counterNames)[number];

const lock = statement(`
  INSERT INTO bank_counters (network, name, value) SELECT $1, name, 0 FROM unnest($2::text[]) AS new (name)
  ON CONFLICT (network, name) DO UPDATE SET value = bank_counters.value RETURNING name, value`);

/** The last used numbers, locked until the transaction ends. */
export async function lockCounters(
  tx: Transaction,
  network: Network,
): Promise<Readonly<Record<CounterName, bigint>>> {
  type Row = { readonly name: CounterName; readonly value: bigint };
  const rows = await tx.rows<Row>(lock, [network, counterNames]);
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const lastOf = (name: CounterName): bigint => values.get(name) ?? 0n;
  return { trace: lastOf("trace"), modifier: lastOf("modifier"), minute: lastOf("minute") };
}

const set = statement(`
  UPDATE bank_counters SET value = used.value FROM unnest($2::text[], $3::numeric[]) AS used (name, value)
  WHERE bank_counters.network = $1 AND bank_counters.name = used.name`);

export async function updateCounters(
  tx: Transaction,
  network: Network,
  used: Readonly<Record<CounterName, bigint>>,
): Promise<void> {
  await tx.run(set, [network, counterNames, counterNames.map((name) => used[name])]);
}
