import { afterAll, beforeAll, expect, test } from "vitest";
import { fillJournal, type LedgerWorld, openLedger } from "../../../test/ledger.ts";
import { systemClock } from "../../kernel/instant.ts";
import { type Finding, listJournals, verifyJournal } from "../index.ts";
import type { LedgerScope } from "../operation.ts";

let world: LedgerWorld;
let scopes: readonly [LedgerScope, LedgerScope];

beforeAll(async () => {
  world = await openLedger();
  scopes = [world.newScope("testnet"), world.newScope("mainnet")];
  for (const scope of scopes) await fillJournal(world, scope);
  // Whoever has come this far lets no constraint stop them.
  for (const { table, name } of await world.tamper(selectConstraints)) {
    await world.tamper(`ALTER TABLE ${String(table)} DROP CONSTRAINT ${String(name)}`);
  }
  await world.tamper("CREATE SCHEMA saved");
  for (const table of await ledgerTables()) {
    await world.tamper(`CREATE TABLE saved.${table} AS SELECT * FROM ${table}`);
    await restore(table);
  }
});

afterAll(() => world.close());

test("a ledger that nobody touched has no findings", async () => {
  expect(await findAll()).toEqual([]);
});

test("every column of every table is watched: the least change to one row is found and named", async () => {
  const columns = (await world.tamper(selectColumns)) as unknown as readonly Column[];
  expect(columns.length).toBeGreaterThanOrEqual(48);
  for (const column of columns) {
    const { table, name } = column;
    for (const row of await someRows(table)) {
      const update = `UPDATE ${table} SET ${name} = ${changed(column)} WHERE ctid = '${row["ctid"]}' RETURNING 1`;
      expect(await world.tamper(update)).toHaveLength(1);
      await expectNamed(table, row, `${table}.${name} of ${JSON.stringify(row)}`);
    }
  }
});

test("a row that is removed is found and named", async () => {
  for (const table of await ledgerTables()) {
    for (const row of await someRows(table)) {
      const removal = `DELETE FROM ${table} WHERE ctid = '${row["ctid"]}' RETURNING 1`;
      expect(await world.tamper(removal)).toHaveLength(1);
      await expectNamed(table, row, `${table} without ${JSON.stringify(row)}`);
    }
  }
});

// How each table is given one row too many: the copy of one that is there, with this in its place.
const forgeries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ledger_journal: { sequence: "sequence + 1000", key: "'forged'" },
  ledger_accounts: { number: "number + 1000", owner: "'mallory'" },
  ledger_assets: { code: "'FORGED'" },
  ledger_entries: { position: "position + 1" },
  ledger_balances: { account_number: "account_number + 1000" },
  ledger_holds: { key: "'forged'" },
  ledger_heads: { tenant_id: "'01FORGED000000000000000000'" },
};

test("a row that is forged is found and named", async () => {
  for (const table of await ledgerTables()) {
    const forged = forgeries[table];
    expect(forged, `a forgery for ${table}`).toBeDefined();
    const [row] = await someRows(table);
    const columns = Object.keys(row ?? {}).filter((name) => name !== "ctid");
    const values = columns.map((name) => forged?.[name] ?? name);
    await world.tamper(
      `INSERT INTO ${table} (${columns.join()}) SELECT ${values.join()} FROM ${table} WHERE ctid = '${row?.["ctid"]}'`,
    );
    expect(await findAll(), `TAMPERING_SEED=${seed}: ${table}`).toContainEqual(
      expect.objectContaining({ table }),
    );
    await restore(table);
  }
});

test("two rows that change places are found and named", async () => {
  const swaps = [
    ["ledger_journal", "sequence", "3", "4"],
    ["ledger_entries", "account_number", "1", "2"],
    ["ledger_accounts", "number", "1", "2"],
    ["ledger_balances", "account_number", "1", "2"],
    ["ledger_holds", "key", "'hold/open'", "'hold/posted'"],
  ] as const;
  for (const [table, column, left, right] of swaps) {
    await world.tamper(`
      UPDATE ${table} SET ${column} = CASE ${column} WHEN ${left} THEN ${right} ELSE ${left} END
       WHERE tenant_id = '${scopes[0].tenantId}' AND ${column} IN (${left}, ${right})`);
    expect(await findAll(), table).toContainEqual(expect.objectContaining({ table }));
    await restore(table);
  }
});

test("a tail that was cut off is found and named", async () => {
  await world.tamper(`DELETE FROM ledger_journal WHERE sequence > 10`);
  const found = await findAll();
  expect(found).toContainEqual(expect.objectContaining({ table: "ledger_journal", sequence: 11n }));
  expect(found).toContainEqual(expect.objectContaining({ table: "ledger_heads" }));
  expect(found).toContainEqual(expect.objectContaining({ table: "ledger_entries", sequence: 11n }));
  await restore("ledger_journal");
});

test("a record that was changed is one finding, and the sound ones after it are none", async () => {
  await world.tamper(`
    UPDATE ledger_journal SET key = 'move/9' WHERE key = 'move/1' AND tenant_id = '${scopes[0].tenantId}'`);
  expect((await findAll()).map(({ table, sequence }) => ({ table, sequence }))).toEqual([
    { table: "ledger_journal", sequence: 7n },
  ]);
  await restore("ledger_journal");
});

test("after a lost record each account is reported once, and not for everything that came later", async () => {
  await world.tamper(`
    DELETE FROM ledger_journal WHERE key = 'move/1' AND tenant_id = '${scopes[0].tenantId}'`);
  const entries = (await findAll()).filter(({ table }) => table === "ledger_entries");
  const afterwards = entries.filter(({ detail }) => !detail.includes("belongs to no record"));
  expect(new Set(afterwards.map(({ account }) => account)).size).toBe(afterwards.length);
  expect(entries).toContainEqual(expect.objectContaining({ sequence: 7n }));
  await restore("ledger_journal");
});

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

type Row = Readonly<Record<string, string>>;

const rowsAtATime = 1;
// With the seed of a failed run, TAMPERING_SEED=<seed>, the same rows are picked again.
const seed = process.env["TAMPERING_SEED"] ?? String(systemClock.now());
let picks = 0;
let bit = 0;

/** The least that a value of this type can be changed by. */
function changed({ name, type }: Column): string {
  bit = (bit + 37) % 256;
  const last = `${name}[cardinality(${name})]`;
  const expressions: Readonly<Record<string, string>> = {
    text: `CASE WHEN coalesce(${name}, '') = '' THEN 'x' ELSE left(${name}, -1) || chr(ascii(right(${name}, 1)) # 1) END`,
    bytea: `set_bit(${name}, ${bit}, 1 - get_bit(${name}, ${bit}))`,
    "timestamp with time zone": `${name} + interval '1 microsecond'`,
    bigint: `coalesce(${name} + 1, 1)`,
    smallint: `${name} + 1`,
    "numeric(38,0)": `coalesce(${name} + 1, 1)`,
    "bigint[]": `${name}[:cardinality(${name}) - 1] || coalesce(${last} + 1, 1)`,
    "numeric(38,0)[]": `${name}[:cardinality(${name}) - 1] || coalesce(${last} + 1, 1)`,
  };
  const expression = expressions[type];
  if (expression === undefined) throw new Error(`say how the least change to a ${type} looks`);
  return expression;
}

async function someRows(table: string): Promise<readonly Row[]> {
  picks += 1;
  // Tenants, and so hashes, are others in each run, and must not decide which row it is.
  const rows = await world.tamper(`
    SELECT ctid::text, to_jsonb(${table})::text AS content FROM ${table}
     ORDER BY md5('${seed}/${picks}' || (to_jsonb(${table}) - '{tenant_id,hash,last_hash}'::text[])::text)
     LIMIT ${rowsAtATime}`);
  return rows.map((row) => ({ ctid: row["ctid"], ...JSON.parse(String(row["content"])) }) as Row);
}

/** Some finding is about this row; then the table is as it was before. */
async function expectNamed(table: string, row: Row, what: string): Promise<void> {
  const found = await findAll();
  const paths = await pathsNow(row);
  expect(
    found.some((finding) => finding.table === table && isAbout(finding, row, paths)),
    `TAMPERING_SEED=${seed}: ${what}: ${JSON.stringify(found, (_, value) => (typeof value === "bigint" ? value.toString() : value))}`,
  ).toBe(true);
  await restore(table);
}

function isAbout(finding: Finding, row: Row, paths: readonly string[]): boolean {
  const { table, sequence, account = "", detail } = finding;
  switch (table) {
    case "ledger_journal":
      return String(sequence) === String(row["sequence"]);
    case "ledger_entries":
      return String(sequence) === String(row["sequence"]) && paths.includes(account);
    case "ledger_accounts":
    case "ledger_balances":
      return paths.includes(account);
    case "ledger_holds":
      return detail.includes(`hold ${row["key"]}`);
    case "ledger_assets":
      return detail.startsWith(`asset ${row["code"]} `);
    case "ledger_heads":
      return true;
    case "audit_log":
    case "events":
      return false;
  }
}

/** What the account of a row was called, and what it may be called now. */
async function pathsNow(row: Row): Promise<readonly string[]> {
  const number = row["account_number"] ?? row["number"] ?? "0";
  const path = "kind || '/' || owner || '/' || chain || '/' || asset_code";
  const found = await world.tamper(`
    SELECT ${path} AS path FROM saved.ledger_accounts WHERE number = ${number}
    UNION SELECT ${path} FROM ledger_accounts WHERE number IN (${number}, ${number} + 1)`);
  return [`account number ${number}`, ...found.map((row) => String(row["path"]))];
}

async function restore(table: string): Promise<void> {
  await world.tamper(`TRUNCATE ${table}; INSERT INTO ${table} SELECT * FROM saved.${table}`);
}

async function findAll(): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for await (const scope of listJournals(world.database)) {
    const { findings } = await verifyJournal(world.database, scope);
    // The constraints are gone by intent.
    found.push(...findings.filter(({ detail }) => !detail.startsWith("has lost its constraint")));
  }
  return found;
}

async function ledgerTables(): Promise<readonly string[]> {
  const columns = (await world.tamper(selectColumns)) as unknown as readonly Column[];
  return [...new Set(columns.map(({ table }) => table))];
}

// From the catalogue, so that a column that is added later is covered without anybody thinking of it.
const selectColumns = `
  SELECT relname AS table, attname AS name, format_type(atttypid, atttypmod) AS type
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
   WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname LIKE 'ledger\\_%' AND attnum > 0
     AND NOT attisdropped
   ORDER BY relname, attnum`;

const selectConstraints = `
  SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name FROM pg_constraint
   WHERE conrelid::regclass::text LIKE 'ledger\\_%' AND contype IN ('c', 'u', 'p')`;
