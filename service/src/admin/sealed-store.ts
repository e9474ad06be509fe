import type { Column } from "../db/column.ts";
import type { Transaction } from "../db/database.ts";
import { type SqlValue, type Statement, statement } from "../db/statement.ts";
import type { Table } from "../db/table.ts";
import { type KeyRing, needsRewrap, rewrap } from "../kernel/envelope.ts";
import { snakeCase } from "../kernel/letter-case.ts";

export type Row = Readonly<Record<string, unknown>>;

/** A table with sealed values: its rows are read and updated in the order of their key. */
export interface SealedTable {
  readonly name: string;
  /** The row with all of its values under the current key; undefined if they are. */
  rewrapped(keyRing: KeyRing, row: Row): Row | undefined;
  /** Locks the next rows, of one tenant at a time: for the operator, never in a request. None are left if it finds none. */
  lockAfter(tx: Transaction, after: Row | undefined, limit: number): Promise<readonly Row[]>;
  update(tx: Transaction, rows: readonly Row[]): Promise<void>;
}

/** Undefined for a table without sealed columns. */
export function sealedTable({ name, key, columns }: Table): SealedTable | undefined {
  const sealed = Object.entries(columns).filter(
    ([, { contextOf, expires = false }]) => contextOf !== undefined && !expires,
  );
  if (sealed.length === 0) return undefined;
  const keys = key.map(snakeCase);
  const places = keys.map((_, index) => `$${index + 1}`);
  const values = sealed.map(([column]) => snakeCase(column));
  const read = new Set([
    ...keys,
    ...sealed.flatMap(([, { contextColumns = [] }]) => contextColumns.map(snakeCase)),
    ...values,
  ]);
  const present = values.map((each) => `${each} IS NOT NULL`);
  const next = `FROM ${name} WHERE (${keys.join(", ")}) > (${places.join(", ")}) AND (${present.join(" OR ")})`;
  const order = `ORDER BY ${keys.join(", ")}`;
  const isOfTenant = keys[0] === "tenant_id";
  const findTenant = statement<{ readonly tenantId: string }>(
    `SELECT ${keys[0]} AS tenant_id ${next} ${order} LIMIT 1`,
  );
  const lockNext: Statement<Row> = statement(
    `SELECT ${[...read].join(", ")} ${next} ${isOfTenant ? `AND tenant_id = $${keys.length + 2}` : ""}
     ${order} LIMIT $${keys.length + 1} FOR NO KEY UPDATE`,
  );
  const lists = [...key, ...sealed.map(([column]) => column)].map(
    (column, index) => `$${index + 1}::${columns[column]?.type}[]`,
  );
  const updateAll = statement(
    `
    UPDATE ${name} SET ${values.map((each) => `${each} = rewrapped.${each}`).join(", ")}
    FROM unnest(${lists.join(", ")}) AS rewrapped (${[...keys, ...values].join(", ")})
    WHERE ${keys.map((each) => `${name}.${each} = rewrapped.${each}`).join(" AND ")}`,
    { audited: [] },
  );
  return {
    name,
    rewrapped: (keyRing, row) => rewrapRow(keyRing, sealed, row),
    lockAfter: async (tx, after, limit) => {
      const position = key.map((column) =>
        after === undefined ? firstOf(columns[column]) : (after[column] as SqlValue),
      );
      if (!isOfTenant) return tx.rows(lockNext, [...position, limit]);
      for (;;) {
        const found = await tx.first(findTenant, position);
        if (found === undefined) return [];
        const rows = await tx.rows(lockNext, [...position, limit, found.tenantId]);
        // None: the rows of this tenant were deleted meanwhile, and other tenants may have rows.
        if (rows.length > 0) return rows;
      }
    },
    update: async (tx, rows) => {
      const names = [...key, ...sealed.map(([column]) => column)];
      await tx.run(
        updateAll,
        names.map((column) => rows.map((row) => row[column]) as SqlValue),
      );
    },
  };
}

function rewrapRow(
  keyRing: KeyRing,
  sealed: readonly (readonly [name: string, column: Column])[],
  row: Row,
): Row | undefined {
  const again = sealed.flatMap(([name, { contextOf }]): (readonly [string, Buffer])[] => {
    const value = row[name];
    if (!Buffer.isBuffer(value) || contextOf === undefined || !needsRewrap(keyRing, value)) return [];
    return [[name, rewrap(keyRing, value, contextOf(row as never))]];
  });
  return again.length === 0 ? undefined : { ...row, ...Object.fromEntries(again) };
}

/** A value before all others of a column of a key. */
function firstOf(column: Column | undefined): SqlValue {
  return column?.type === "text" ? "" : -1n;
}
