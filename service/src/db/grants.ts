import type pg from "pg";
import { shardByShard } from "./citus/engine.ts";
import { MigrationError } from "./migration-plan.ts";

/** Tables that only the owner writes. */
const ownersTables = ["schema_migrations", "audit_prunings"];
/** Tables that the service vacuums itself; PostgreSQL 17 and newer have a privilege for it. */
const vacuumedTables = ["event_outbox", "jobs", "webhook_queue"];
const firstServerWithMaintain = 170_000;

/**
 * Gives the service's role what it needs, and nothing else: on each table, what the owner may do itself, without
 * TRUNCATE. A migration that makes a table append-only revokes it from the owner, and so from the service. Runs after
 * every migration, so that new tables are included.
 */
export async function grantToService(client: pg.Client, role: string): Promise<void> {
  const { rows: roles } = await client.query<RoleRow>(selectRole, [role]);
  if (roles[0]?.mayAct !== false) {
    throw new MigrationError(
      `${role}, the role in DATABASE_URL, is a superuser or a member of the role in DATABASE_OWNER_URL; the service ` +
        "needs a role of its own. See docs/operations/sql/roles.sql",
    );
  }
  const { rows } = await client.query<{ text: string }>(selectGrants, [
    role,
    ownersTables,
    vacuumedTables,
    firstServerWithMaintain,
  ]);
  await client.query(["BEGIN", shardByShard, ...rows.map(({ text }) => text), "COMMIT"].join("; "));
}

interface RoleRow {
  /** Whether the role may act as the current one. */
  readonly mayAct: boolean;
}

const selectRole = `
  SELECT rolsuper OR pg_has_role(oid, current_user, 'MEMBER') AS "mayAct" FROM pg_roles WHERE rolname = $1`;

const selectGrants = `
  WITH tables AS (
    SELECT oid, relname, relacl, relowner FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
       AND relowner = current_user::regrole),
  granted AS (
    SELECT relname, privilege_type AS privilege
      FROM tables, aclexplode(coalesce(relacl, acldefault('r', relowner)))
     WHERE grantee = relowner
       AND (privilege_type = 'SELECT'
            OR (privilege_type IN ('INSERT', 'UPDATE', 'DELETE') AND relname <> ALL ($2::text[]))
            OR (privilege_type = 'MAINTAIN' AND relname = ANY ($3::text[])
                AND current_setting('server_version_num')::int >= $4))
    UNION ALL
    SELECT relname, format('%s (%I)', privilege_type, attname)
      FROM tables JOIN pg_attribute ON attrelid = tables.oid, aclexplode(attacl)
     WHERE grantee = relowner AND privilege_type IN ('SELECT', 'INSERT', 'UPDATE'))
  SELECT format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM %I', current_schema(), $1::text) AS text
  UNION ALL
  SELECT format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), $1::text)
  UNION ALL
  SELECT format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO %I', current_schema(), $1::text)
  UNION ALL
  SELECT format('GRANT %s ON %I TO %I', string_agg(privilege, ', '), relname, $1::text) FROM granted GROUP BY relname`;
