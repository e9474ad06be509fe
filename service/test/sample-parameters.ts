import type pg from "pg";

/** Chooses parameters for a statement that nothing has called: values from the database, by the columns they meet. */
export interface ParameterSamples {
  parametersOf(text: string): Promise<readonly unknown[]>;
}

export async function readParameterSamples(client: pg.Client): Promise<ParameterSamples> {
  const samples = await readSamples(client);
  return {
    parametersOf: async (text) => {
      const types = await readTypes(client, text);
      return types.map((type, index) => valueFor(samples, text, `\\$${index + 1}`, type));
    },
  };
}

type Samples = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** A row of each table that has some, as text. */
async function readSamples(client: pg.Client): Promise<Samples> {
  const { rows: tables } = await client.query<{ readonly name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
  );
  const samples = new Map<string, Readonly<Record<string, string>>>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ readonly row: Readonly<Record<string, string>> }>(
      `SELECT (SELECT json_object_agg(key, value) FROM json_each_text(row_to_json(one)) WHERE value IS NOT NULL) AS row
         FROM ${name} AS one LIMIT 1`,
    );
    for (const { row } of rows) samples.set(name, row);
  }
  return samples;
}

async function readTypes(client: pg.Client, text: string): Promise<readonly string[]> {
  await client.query(`PREPARE described AS ${text}`);
  try {
    const { rows } = await client.query<{ readonly types: readonly string[] }>(
      "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'described'",
    );
    return rows[0]?.types ?? [];
  } finally {
    await client.query("DEALLOCATE described");
  }
}

function valueFor(samples: Samples, text: string, place: string, type: string): unknown {
  const item = type.replace(/\[\]$/, "");
  const column = columnOf(text, place);
  const tables = [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)/g)].map(([, name = ""]) => name);
  const isFitting = column !== undefined && !isOfTime(text, place, item);
  const found = isFitting
    ? tables.map((table) => samples.get(table)?.[column]).find((value) => value !== undefined)
    : undefined;
  const value = found ?? plainValues[item] ?? "x";
  return type.endsWith("[]") ? [value] : value;
}

/** Milliseconds are compared with moments. */
function isOfTime(text: string, place: string, type: string): boolean {
  return type === "double precision" || new RegExp(`to_timestamp\\(${place}\\b`).test(text);
}

/** The column that the parameter is compared with, or written into. */
function columnOf(text: string, place: string): string | undefined {
  const compared =
    new RegExp(`\\b(\\w+)(?: COLLATE "C")? (?:=|<>|<|>|<=|>=) (?:ANY \\()?${place}\\b`).exec(text) ??
    new RegExp(`${place}(?:::\\w+)? = (?:\\w+\\.)?(\\w+)`).exec(text);
  return compared?.[1] ?? namedInList(text, place);
}

/** In `unnest($1, $2) AS given (a, b)` and in `INSERT INTO t (a, b) VALUES ($1, $2)`. */
function namedInList(text: string, place: string): string | undefined {
  const lists = [
    ...[...text.matchAll(/unnest\(([^()]*)\)[^(]*\(([^()]*)\)/g)].map(([, given = "", names = ""]) => [
      given,
      names,
    ]),
    ...[...text.matchAll(/INSERT INTO \w+(?: AS \w+)? \(([^()]*)\)\s*(?:VALUES \(|SELECT )([^()]*)/g)].map(
      ([, names = "", given = ""]) => [given, names],
    ),
  ];
  for (const [given = "", names = ""] of lists) {
    const index = given.split(",").findIndex((each) => new RegExp(`${place}\\b`).test(each));
    const name = names.split(",")[index]?.trim();
    if (index >= 0 && name !== undefined && name !== "") return name;
  }
  return undefined;
}

const plainValues: Readonly<Record<string, unknown>> = {
  integer: 10,
  smallint: 10,
  bigint: 10,
  numeric: 10,
  "double precision": 1_764_000_000_000,
  boolean: true,
  bytea: Buffer.from("sample"),
  json: "[]",
  jsonb: "{}",
  date: "2025-11-18",
  "timestamp with time zone": "2025-11-18T00:00:00Z",
  tid: "(0,1)",
};
