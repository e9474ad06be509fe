import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";

export interface ConstraintRow {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Keys and checks of these tables, from the PostgreSQL catalog. */
export async function selectConstraints(
  session: Session,
  tables: readonly string[],
): Promise<readonly ConstraintRow[]> {
  return session.rows(constraintsStatement, [tables]);
}

const constraintsStatement = statement<ConstraintRow>(`
  SELECT relname::text AS table, conname::text AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
   WHERE pg_class.oid = ANY (ARRAY(SELECT to_regclass(name)::oid FROM unnest($1::text[]) AS name))
     AND contype IN ('c', 'p', 'u')`);

export interface GrantRow {
  readonly table: string;
  readonly grantee: string;
  readonly privilege: string;
}

/** Roles that may update or delete rows or columns of these tables. Without explicit grants, the owner may do both. */
export async function selectChangingGrants(
  session: Session,
  tables: readonly string[],
): Promise<readonly GrantRow[]> {
  return session.rows(grantsStatement, [tables]);
}

const grantsStatement = statement<GrantRow>(`
  SELECT DISTINCT relname::text AS table, privilege_type AS privilege,
         CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS grantee
    FROM (SELECT relname, (aclexplode(coalesce(relacl, acldefault('r', relowner)))).*
            FROM pg_class WHERE oid = ANY (ARRAY(SELECT to_regclass(name)::oid FROM unnest($1::text[]) AS name))
           UNION ALL
          SELECT relname, (aclexplode(attacl)).*
            FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
           WHERE pg_class.oid = ANY (ARRAY(SELECT to_regclass(name)::oid FROM unnest($1::text[]) AS name))) AS granted
   WHERE privilege_type IN ('UPDATE', 'DELETE', 'TRUNCATE')
   ORDER BY 1, 3, 2`);
