import { type RewrapDeps, rewrapTables } from "../src/admin/rewrap-tables.ts";
import type { Table } from "../src/db/table.ts";
import { systemCause } from "../src/kernel/cause.ts";

/** How many rows of the table were rewrapped with the current master key. */
export async function rewrapTable(deps: RewrapDeps, table: { readonly name: string }): Promise<number> {
  const counts = await rewrapTables(deps, [table as Table], { cause: systemCause("test"), batchSize: 2 });
  return counts[table.name] ?? Number.NaN;
}
