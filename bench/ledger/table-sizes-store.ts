import { withClient } from "../../service/src/db/client.ts";
import type { SocketTarget } from "../../service/src/db/embedded/index.ts";

/** Bytes on disk, by table. */
export type TableSizes = ReadonlyMap<string, { readonly table: number; readonly indexes: number }>;

export function readTableSizes(target: SocketTarget): Promise<TableSizes> {
  return withClient(target, "florin bench", async (client) => {
    const { rows } = await client.query<{ name: string; table: string; indexes: string }>(selectSizes);
    return new Map(
      rows.map(({ name, table, indexes }) => [name, { table: Number(table), indexes: Number(indexes) }]),
    );
  });
}

const selectSizes = `
  SELECT relname AS name, pg_table_size(oid) AS table, pg_indexes_size(oid) AS indexes
    FROM pg_class WHERE relkind = 'r' AND relname LIKE 'ledger\\_%' ORDER BY pg_total_relation_size(oid) DESC`;
