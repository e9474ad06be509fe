import { snakeCase } from "../kernel/letter-case.ts";
import type { Transaction } from "./database.ts";
import { statement } from "./statement.ts";

/** A table with a sealed value in each row: its rows are read and updated in the order of their key. */
export interface SealedTable<Row extends { readonly sealed: Buffer }> {
  /** Name in the audit log. */
  readonly name: string;
  readonly contextOf: (row: Row) => string;
  /** Locks the next rows, of one tenant at a time: for the operator, never in a request. None are left if it finds none. */
  readonly lockAfter: (
    tx: Transaction,
    slice: { readonly after: Row | undefined; readonly limit: number },
  ) => Promise<readonly Row[]>;
  readonly update: (tx: Transaction, rows: readonly Row[]) => Promise<void>;
}

interface SealedTableSpec<Key> {
  readonly name: string;
  /** `name`, unless it says otherwise. */
  readonly table?: string;
  /** `sealed`, unless it says otherwise. */
  readonly column?: string;
  /** The primary key, by the names that its columns have in the code. */
  readonly key: readonly (keyof Key & string)[];
  readonly contextOf: (key: Key) => string;
}

export function sealedTable<Key extends { readonly [Name in keyof Key]: string }>({
  name,
  table = name,
  column = "sealed",
  key,
  contextOf,
}: SealedTableSpec<Key>): SealedTable<Key & { readonly sealed: Buffer }> {
  const columns = key.map(snakeCase);
  const places = columns.map((_, index) => `$${index + 1}`);
  const isOfTenant = columns[0] === "tenant_id";
  const next = `
    FROM ${table} WHERE (${columns.join(", ")}) > (${places.join(", ")}) AND ${column} IS NOT NULL`;
  const findTenant = statement<{ readonly tenantId: string }>(
    `SELECT ${columns[0]} AS tenant_id ${next} ORDER BY ${columns.join(", ")} LIMIT 1`,
  );
  const lockNext = statement<Key & { readonly sealed: Buffer }>(`
    SELECT ${columns.join(", ")}, ${column} AS sealed ${next}
    ${isOfTenant ? `AND tenant_id = $${columns.length + 2}` : ""}
    ORDER BY ${columns.join(", ")} LIMIT $${columns.length + 1} FOR NO KEY UPDATE`);
  const updateAll = statement(`
    UPDATE ${table} SET ${column} = rewrapped.sealed
    FROM unnest(${places.map((place) => `${place}::text[]`).join(", ")}, $${columns.length + 1}::bytea[])
      AS rewrapped (${columns.join(", ")}, sealed)
    WHERE ${columns.map((each) => `${table}.${each} = rewrapped.${each}`).join(" AND ")}`);
  return {
    name,
    contextOf,
    lockAfter: async (tx, { after, limit }) => {
      const position = key.map((member): string => after?.[member] ?? "");
      if (!isOfTenant) return tx.rows(lockNext, [...position, limit]);
      for (;;) {
        const next = await tx.first(findTenant, position);
        if (next === undefined) return [];
        const rows = await tx.rows(lockNext, [...position, limit, next.tenantId]);
        // None: the rows of this tenant were deleted meanwhile, and other tenants may have rows.
        if (rows.length > 0) return rows;
      }
    },
    update: async (tx, rows) => {
      const keys = key.map((member) => rows.map((row): string => row[member]));
      await tx.run(updateAll, [...keys, rows.map(({ sealed }) => sealed)]);
    },
  };
}
