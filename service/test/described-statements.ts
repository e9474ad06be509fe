import type { Connection } from "pg";
import pg from "pg";
import { camelCase } from "../src/kernel/letter-case.ts";

/** A column of a prepared statement, as PostgreSQL describes it. */
export interface DescribedColumn {
  readonly name: string;
  readonly kind: string;
  /** Undefined if PostgreSQL does not say: for expressions, and for columns of an outer join. */
  readonly isNullable: boolean | undefined;
}

/** Prepares statements without running them. */
export async function openDescriber(client: pg.Client): Promise<{
  describe(text: string): Promise<readonly DescribedColumn[]>;
}> {
  const columns = await readColumns(client);
  return {
    describe: async (text) =>
      (await prepare(client, text)).map(({ name, dataTypeID, tableID, columnID }) => ({
        name: camelCase(name),
        kind: kindOf(dataTypeID),
        isNullable: nullability(columns.get(`${tableID}.${columnID}`), text),
      })),
  };
}

interface TableColumn {
  readonly place: string;
  readonly attname: string;
  readonly attnotnull: boolean;
}

/** A condition on the column excludes NULL; an outer join, or the other half of a union, can add it. */
function nullability(column: TableColumn | undefined, text: string): boolean | undefined {
  if (column === undefined) return undefined;
  if (column.attnotnull) return /\b(?:LEFT|RIGHT|FULL)\s+JOIN\b|\bUNION\b/.test(text) ? undefined : false;
  return new RegExp(`\\b${column.attname} (?:IS NOT NULL|= ANY|<?= \\$)|\\.${column.attname} = \\w+\\.`).test(
    text,
  )
    ? undefined
    : true;
}

async function readColumns(client: pg.Client): Promise<ReadonlyMap<string, TableColumn>> {
  const { rows } = await client.query<TableColumn>(
    "SELECT attrelid || '.' || attnum AS place, attname, attnotnull FROM pg_attribute WHERE attnum > 0",
  );
  return new Map(rows.map((column) => [column.place, column]));
}

/** Parse and Describe without Execute, which the driver offers only through a query object of one's own. */
function prepare(client: pg.Client, text: string): Promise<readonly pg.FieldDef[]> {
  return new Promise((resolve, reject) => {
    let fields: readonly pg.FieldDef[] = [];
    client.query({
      submit: (connection: Connection) => {
        connection.parse({ name: "", text, types: [] }, true);
        connection.describe({ type: "S", name: "" }, true);
        connection.sync();
      },
      handleRowDescription: (message: { readonly fields: readonly pg.FieldDef[] }) => {
        fields = message.fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    });
  });
}

const { builtins } = pg.types;
const kinds = new Map<number, string>([
  [builtins.TEXT, "string"],
  [builtins.VARCHAR, "string"],
  [builtins.BPCHAR, "string"],
  [builtins.UUID, "string"],
  [builtins.DATE, "string"],
  [builtins.INT2, "number"],
  [builtins.INT4, "number"],
  [builtins.FLOAT8, "number"],
  [builtins.INT8, "bigint"],
  [builtins.NUMERIC, "bigint"],
  [builtins.BOOL, "boolean"],
  [builtins.TIMESTAMPTZ, "Instant"],
  [builtins.BYTEA, "Buffer"],
  [builtins.JSON, "json"],
  [builtins.JSONB, "json"],
  // Arrays have no constants in the driver.
  [1001, "Buffer[]"],
  [1009, "string[]"],
  [1007, "number[]"],
  [1016, "bigint[]"],
  [1231, "bigint[]"],
]);

function kindOf(typeId: number): string {
  return kinds.get(typeId) ?? `type ${typeId}`;
}
