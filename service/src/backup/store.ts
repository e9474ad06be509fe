import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { storedDocuments } from "../accounts/index.ts";
import { chainHeads } from "../audit/index.ts";
import { appliedMigrations } from "../db/migrate.ts";
import type { AppliedMigration } from "../db/migration-plan.ts";
import { insertRestoredBackup } from "../db/restores/restore-store.ts";
import { journalHeads } from "../ledger/index.ts";
import type { Head, SequenceValue, TableShape } from "./manifest.ts";

/* Runs on a connection of its own: COPY needs the raw connection, and tables are known only by the catalog. */

export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query("SET statement_timeout = 0");
  // Times without a zone, numbers and bytes as text, independent of the server's settings.
  await client.query("SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 3");
  await client.query("SET bytea_output = 'hex'; SET client_encoding = 'UTF8'; SET TimeZone = 'UTC'");
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

const selectTables = `
  SELECT table_.relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_class AS table_
    JOIN pg_attribute ON attrelid = table_.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
   WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
   GROUP BY table_.relname ORDER BY table_.relname COLLATE "C"`;

/** Without generated columns, which the server computes again. */
export async function readTables(client: pg.Client): Promise<readonly TableShape[]> {
  return (await client.query<TableShape>(selectTables)).rows;
}

const selectSequences = `
  SELECT relname AS name FROM pg_class
   WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY relname COLLATE "C"`;

export async function readSequences(client: pg.Client): Promise<readonly SequenceValue[]> {
  const { rows } = await client.query<{ name: string }>(selectSequences);
  const values: SequenceValue[] = [];
  for (const { name } of rows) {
    // The service's role may use a sequence, and not read it: the view shows its last value to both.
    const result = await client.query<{ value: string | null }>(
      `SELECT last_value::text AS value FROM pg_sequences WHERE schemaname = current_schema() AND sequencename = $1`,
      [name],
    );
    const value = result.rows[0]?.value ?? null;
    values.push({ name, value: value ?? "1", is_called: value !== null });
  }
  return values;
}

export async function readMigrationJournal(client: pg.Client): Promise<readonly AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `SELECT version, name, checksum FROM ${appliedMigrations} AS migration ORDER BY version`,
  );
  return rows;
}

const selectHeads = {
  ledger: `
    SELECT tenant_id || '/' || network AS name, last_sequence::text AS sequence, encode(last_hash, 'hex') AS hash
      FROM ${journalHeads} AS head WHERE last_sequence > 0 ORDER BY tenant_id, network`,
  audit: `
    SELECT tenant_id AS name, sequence::text, encode(hash, 'hex') AS hash FROM ${chainHeads} AS head
     ORDER BY tenant_id`,
};

/** The ends of the hash chains: they cover every record of the ledger, and of the audit log. */
export async function readHeads(client: pg.Client, chains: "ledger" | "audit"): Promise<Head[]> {
  return (await client.query<Head>(selectHeads[chains])).rows;
}

export async function countDocuments(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${storedDocuments} AS document`,
  );
  return rows[0]?.count ?? 0;
}

/** Distributed tables of Citus; none on plain PostgreSQL. */
export async function countDistributedTables(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ present: boolean }>(
    `SELECT to_regclass('pg_dist_partition') IS NOT NULL AS present`,
  );
  if (rows[0]?.present !== true) return 0;
  const counted = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_dist_partition`,
  );
  return counted.rows[0]?.count ?? 0;
}

export function copyOut(client: pg.Client, { name, columns }: TableShape) {
  return client.query(copyTo(`COPY (SELECT ${columnList(columns)} FROM ${quoted(name)}) TO STDOUT`));
}

export function copyIn(client: pg.Client, { name, columns }: TableShape) {
  return client.query(copyFrom(`COPY ${quoted(name)} (${columnList(columns)}) FROM STDIN`));
}

export async function isEmptyDatabase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')`,
  );
  return rows[0]?.count === 0;
}

export async function beginRestore(client: pg.Client): Promise<void> {
  await client.query("SET statement_timeout = 0; SET client_encoding = 'UTF8'; SET DateStyle = 'ISO'");
  await client.query("BEGIN");
}

const selectForeignKeys = `
  SELECT conname AS name, conrelid::regclass::text AS table_name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`;

/** Rows are loaded table by table, in any order. Returns what adds the keys again, which checks all rows. */
export async function dropForeignKeys(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; table_name: string; definition: string }>(
    selectForeignKeys,
  );
  for (const key of rows)
    await client.query(`ALTER TABLE ${key.table_name} DROP CONSTRAINT ${quoted(key.name)}`);
  return async () => {
    for (const key of rows)
      await client.query(
        `ALTER TABLE ${key.table_name} ADD CONSTRAINT ${quoted(key.name)} ${key.definition}`,
      );
  };
}

/** Removes the rows that migrations insert. Append-only tables deny even their owner to truncate them. */
export async function clearTable(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_table_privilege(current_user, $1::regclass, 'TRUNCATE') AS may`,
    [quoted(name)],
  );
  if (rows[0]?.may === true) {
    await client.query(`TRUNCATE ${quoted(name)}`);
    return;
  }
  await client.query(`GRANT TRUNCATE ON ${quoted(name)} TO CURRENT_USER`);
  await client.query(`TRUNCATE ${quoted(name)}`);
  await client.query(`REVOKE TRUNCATE ON ${quoted(name)} FROM CURRENT_USER`);
}

export async function setSequence(
  client: pg.Client,
  { name, value, is_called }: SequenceValue,
): Promise<void> {
  await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [quoted(name), value, is_called]);
}

export async function insertRestore(
  client: pg.Client,
  restore: { readonly id: string; readonly backupId: string; readonly takenAt: string },
): Promise<void> {
  await client.query(insertRestoredBackup, [restore.id, restore.backupId, restore.takenAt]);
}

function columnList(columns: readonly string[]): string {
  return columns.map(quoted).join(", ");
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
