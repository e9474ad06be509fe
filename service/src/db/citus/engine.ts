import type pg from "pg";

/** Shards of all other tables are placed next to those of this one. */
export const firstDistributedTable = "accounts";

/** The server: PostgreSQL, or a Citus coordinator with or without distributed tables. */
export type Engine =
  | { readonly kind: "postgresql"; readonly version: string }
  | {
      readonly kind: "citus";
      readonly version: string;
      readonly citusVersion: string;
      readonly isDistributed: boolean;
    };

export async function readEngine(client: Pick<pg.Client, "query">): Promise<Engine> {
  const { rows } = await client.query<{ version: string; citusVersion: string | null }>(selectVersions);
  const { version = "", citusVersion = null } = rows[0] ?? {};
  if (citusVersion === null) return { kind: "postgresql", version };
  const { rows: found } = await client.query(selectDistributed, [firstDistributedTable]);
  return { kind: "citus", version, citusVersion, isDistributed: found.length > 0 };
}

const selectVersions = `
  SELECT current_setting('server_version') AS version,
         (SELECT extversion FROM pg_extension WHERE extname = 'citus') AS "citusVersion"`;

const selectDistributed = `
  SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass($1) AND partmethod = 'h'`;

/**
 * In the current transaction Citus changes one shard after the other: it refuses to change several tables when it has
 * changed the shards of one in parallel. PostgreSQL accepts the setting and ignores it.
 */
export const shardByShard = "SET LOCAL citus.multi_shard_modify_mode = 'sequential'";
