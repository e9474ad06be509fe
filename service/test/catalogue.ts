import type { Session } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";

/**
 * Violations of the rules that keep the schema distributable by tenant. Read from PostgreSQL's catalogue, so that a
 * table added later is checked automatically.
 */
export async function findCatalogueProblems(session: Session): Promise<readonly string[]> {
  const tables = await session.rows(selectTables);
  const columns = await session.rows(selectColumns);
  const keys = await session.rows(selectKeys);
  const triggers = await session.rows(selectTriggers);
  const tenantTables = new Set(tables.filter(isTenantTable).map(({ tableName }) => tableName));
  return [
    ...tables.flatMap(commentProblems),
    ...tables.filter(isTenantTable).flatMap((table) => tenantColumnProblems(table, columns)),
    ...columns.flatMap((column) => columnProblems(column, tenantTables)),
    ...keys.flatMap((key) => keyProblems(key, tenantTables)),
    ...triggers.map(({ tableName }) => `${tableName} has a trigger, which a distributed table cannot have`),
  ];
}

interface TableRow {
  readonly tableName: string;
  readonly comment: string | undefined;
}

interface ColumnRow {
  readonly tableName: string;
  readonly columnName: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isIdentity: boolean;
  readonly collationName: string | undefined;
}

interface KeyRow {
  readonly tableName: string;
  readonly keyName: string;
  readonly kind: "primary key" | "unique key" | "foreign key";
  readonly columns: readonly string[];
  readonly target: string | undefined;
}

const selectTables = statement<TableRow>(`
  SELECT relname AS table_name, obj_description(oid, 'pg_class') AS comment
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`);

const selectColumns = statement<ColumnRow>(`
  SELECT class.relname AS table_name, attname AS column_name, format_type(atttypid, atttypmod) AS type,
    attnotnull AS is_required,
    attidentity <> '' OR coalesce(pg_get_expr(adbin, adrelid) LIKE 'nextval(%', false) AS is_identity,
    collname::text AS collation_name
  FROM pg_attribute
  JOIN pg_class AS class ON class.oid = attrelid
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  LEFT JOIN pg_collation ON pg_collation.oid = attcollation
  WHERE class.relnamespace = 'public'::regnamespace AND class.relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
  ORDER BY class.relname, attnum`);

const selectKeys = statement<KeyRow>(`
  SELECT class.relname AS table_name, indexed.relname AS key_name,
    CASE WHEN indisprimary THEN 'primary key' ELSE 'unique key' END AS kind,
    ARRAY(SELECT attname::text FROM unnest(indkey::int2[]) WITH ORDINALITY AS part (number, place)
          LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = number ORDER BY place) AS columns,
    NULL AS target
  FROM pg_index
  JOIN pg_class AS class ON class.oid = indrelid
  JOIN pg_class AS indexed ON indexed.oid = indexrelid
  WHERE indisunique AND class.relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT class.relname, conname, 'foreign key',
    ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY AS part (number, place)
          JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY place),
    confrelid::regclass::text
  FROM pg_constraint JOIN pg_class AS class ON class.oid = conrelid
  WHERE contype = 'f' AND class.relnamespace = 'public'::regnamespace`);

const selectTriggers = statement<{ tableName: string }>(`
  SELECT relname AS table_name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace`);

const bothNetworks = "tenant, both networks:";

function isTenantTable({ comment }: TableRow): boolean {
  return comment?.startsWith("tenant") === true;
}

function commentProblems({ tableName, comment }: TableRow): readonly string[] {
  const isKnown = ["tenant:", bothNetworks, "platform:"].some((beginning) => comment?.startsWith(beginning));
  return isKnown
    ? []
    : [`${tableName} does not say in its comment whether it is a tenant or a platform table`];
}

function tenantColumnProblems(
  { tableName, comment }: TableRow,
  columns: readonly ColumnRow[],
): readonly string[] {
  const needed = comment?.startsWith(bothNetworks) === true ? ["tenant_id"] : ["tenant_id", "network"];
  return needed
    .filter(
      (name) => !columns.some((c) => c.tableName === tableName && c.columnName === name && c.isRequired),
    )
    .map((name) => `${tableName} is a tenant table without a required ${name}`);
}

function columnProblems(column: ColumnRow, tenantTables: ReadonlySet<string>): readonly string[] {
  const { tableName, columnName, type } = column;
  const where = `${tableName}.${columnName}`;
  const isId = columnName === "id" || columnName.endsWith("_id");
  return [
    ...(isId && type === "text" && column.collationName !== "C"
      ? [`${where} is an id without COLLATE "C"`]
      : []),
    ...(/^(real|double precision|money)$/.test(type)
      ? [`${where} is a float, which counts nothing exactly`]
      : []),
    ...(type.startsWith("numeric") && !/^numeric\(38,0\)(\[\])?$/.test(type)
      ? [`${where} is ${type}, not numeric(38,0)`]
      : []),
    ...(type === "timestamp without time zone" ? [`${where} is a timestamp without time zone`] : []),
    ...(column.isIdentity && tenantTables.has(tableName) ? [`${where} is numbered by the database`] : []),
  ];
}

function keyProblems(key: KeyRow, tenantTables: ReadonlySet<string>): readonly string[] {
  if (!tenantTables.has(key.tableName)) return [];
  const where = `${key.kind} ${key.keyName} of ${key.tableName}`;
  if (key.columns[0] !== "tenant_id") return [`${where} does not start with tenant_id`];
  const leavesTenant = key.target !== undefined && !tenantTables.has(key.target);
  return leavesTenant ? [`${where} points to ${key.target}, which is no tenant table`] : [];
}
