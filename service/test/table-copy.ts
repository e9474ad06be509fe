import type pg from "pg";

/** The rows of a table, as JSON. */
export interface TableRows {
  readonly name: string;
  readonly columns: string;
  readonly rows: string;
}

/** Every row of every table but those of the migrations. */
export async function readTables(client: pg.Client): Promise<readonly TableRows[]> {
  const { rows: tables } = await client.query<Omit<TableRows, "rows">>(selectTables);
  const filled: TableRows[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ readonly rows: string | null }>(
      `SELECT json_agg(one)::text AS rows FROM (SELECT ${table.columns} FROM ${table.name}) AS one`,
    );
    for (const found of rows) if (found.rows !== null) filled.push({ ...table, rows: found.rows });
  }
  return filled;
}

const selectTables = `
  SELECT table_name AS name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
   WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
     AND table_name <> 'schema_migrations'
   GROUP BY table_name ORDER BY table_name`;

/** Only a superuser can do it, because foreign keys are not checked. */
export async function writeTables(client: pg.Client, tables: readonly TableRows[]): Promise<void> {
  await client.query("SET session_replication_role = replica");
  for (const { name, columns, rows } of tables) {
    await client.query(`DELETE FROM ${name}`);
    await client.query(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1)`,
      [rows],
    );
  }
  await client.query("SET session_replication_role = DEFAULT");
}
