import { afterAll, beforeAll, expect, test } from "vitest";
import { fillJournal, type LedgerEnvironment, openLedger } from "../../../test/ledger.ts";
import { seedOf } from "../../../test/scale.ts";
import { type Finding, listJournals, verifyJournal } from "../index.ts";
import type { LedgerScope } from "../operation.ts";

let tamperedScope: LedgerEnvironment;
let scopes: readonly [LedgerScope, LedgerScope];

beforeAll(async () => {
  tamperedScope = await openLedger({ isPlain: true });
  scopes = [tamperedScope.newScope("testnet"), tamperedScope.newScope("mainnet")];
  for (const scope of scopes) await fillJournal(tamperedScope, scope);
  // An attacker with this access is not stopped by constraints.
  for (const { table, name } of await tamperedScope.tamper(selectConstraints)) {
    await tamperedScope.tamper(`ALTER TABLE ${String(table)} DROP CONSTRAINT ${String(name)}`);
  }
  await tamperedScope.tamper("CREATE SCHEMA saved");
  for (const table of await ledgerTables()) {
    await tamperedScope.tamper(`CREATE TABLE saved.${table} AS SELECT * FROM ${table}`);
    await resetTable(table);
  }
});

afterAll(() => tamperedScope.close());

test("an untouched ledger has no findings", async () => {
  expect(await findAll()).toEqual([]);
});

test("the smallest change to any column of any table is found and located", async () => {
  const columns = (await tamperedScope.tamper(selectColumns)) as unknown as readonly Column[];
  expect(columns.length).toBeGreaterThanOrEqual(48);
  for (const column of columns) {
    const { table, name } = column;
    for (const row of await someRows(table)) {
      const update = `UPDATE ${table} SET ${name} = ${changed(column)} WHERE ctid = '${row["ctid"]}' RETURNING 1`;
      expect(await tamperedScope.tamper(update)).toHaveLength(1);
      await expectNamed(table, row, `${table}.${name} of ${JSON.stringify(row)}`);
    }
  }
});

test("a deleted row is found and located", async () => {
  for (const table of await ledgerTables()) {
    for (const row of await someRows(table)) {
      const removal = `DELETE FROM ${table} WHERE ctid = '${row["ctid"]}' RETURNING 1`;
      expect(await tamperedScope.tamper(removal)).toHaveLength(1);
      await expectNamed(table, row, `${table} without ${JSON.stringify(row)}`);
    }
  }
});

// How to forge a row in each table: a copy of an existing one with these values.
const forgeries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ledger_journal: { sequence: "sequence + 1000", key: "'forged'" },
  ledger_accounts: { number: "number + 1000", owner: "'mallory'" },
  ledger_assets: { code: "'FORGED'" },
  ledger_entries: { position: "position + 1" },
  ledger_balances: { account_number: "account_number + 1000" },
  ledger_holds: { key: "'forged'" },
  ledger_heads: { tenant_id: "'01FORGED000000000000000000'" },
};

test("a forged row is found and located", async () => {
  for (const table of await ledgerTables()) {
    const forged = forgeries[table];
    expect(forged, `a forgery for ${table}`).toBeDefined();
    const [row] = await someRows(table);
    const columns = Object.keys(row ?? {}).filter((name) => name !== "ctid");
    const values = columns.map((name) => forged?.[name] ?? name);
    await tamperedScope.tamper(
      `INSERT INTO ${table} (${columns.join()}) SELECT ${values.join()} FROM ${table} WHERE ctid = '${row?.["ctid"]}'`,
    );
    expect(await findAll(), `TAMPERING_SEED=${seed}: ${table}`).toContainEqual(
      expect.objectContaining({ table }),
    );
    await resetTable(table);
  }
});

test("two swapped rows are found and located", async () => {
  const swaps = [
    ["ledger_journal", "sequence", "3", "4"],
    ["ledger_entries", "account_number", "1", "2"],
    ["ledger_accounts", "number", "1", "2"],
    ["ledger_balances", "account_number", "1", "2"],
    ["ledger_holds", "key", "'hold/open'", "'hold/posted'"],
  ] as const;
  for (const [table, column, left, right] of swaps) {
    await tamperedScope.tamper(`
      UPDATE ${table} SET ${column} = CASE ${column} WHEN ${left} THEN ${right} ELSE ${left} END
       WHERE tenant_id = '${scopes[0].tenantId}' AND ${column} IN (${left}, ${right})`);
    expect(await findAll(), table).toContainEqual(expect.objectContaining({ table }));
    await resetTable(table);
  }
});

test("a truncated journal is found and located", async () => {
  await tamperedScope.tamper(`DELETE FROM ledger_journal WHERE sequence > 10`);
  const found = await findAll();
  expect(found).toContainEqual(expect.objectContaining({ table: "ledger_journal", sequence: 11n }));
  expect(found).toContainEqual(expect.objectContaining({ table: "ledger_heads" }));
  expect(found).toContainEqual(expect.objectContaining({ table: "ledger_entries", sequence: 11n }));
  await resetTable("ledger_journal");
});

test("a changed record is one finding, and valid records after it are none", async () => {
  await tamperedScope.tamper(`
    UPDATE ledger_journal SET key = 'move/9' WHERE key = 'move/1' AND tenant_id = '${scopes[0].tenantId}'`);
  expect((await findAll()).map(({ table, sequence }) => ({ table, sequence }))).toEqual([
    { table: "ledger_journal", sequence: 7n },
  ]);
  await resetTable("ledger_journal");
});

test("after a lost record, each account is reported once", async () => {
  await tamperedScope.tamper(`
    DELETE FROM ledger_journal WHERE key = 'move/1' AND tenant_id = '${scopes[0].tenantId}'`);
  const entries = (await findAll()).filter(({ table }) => table === "ledger_entries");
  const afterwards = entries.filter(({ detail }) => !detail.includes("belongs to no record"));
  expect(new Set(afterwards.map(({ account }) => account)).size).toBe(afterwards.length);
  expect(entries).toContainEqual(expect.objectContaining({ sequence: 7n }));
  await resetTable("ledger_journal");
});

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

type Row = Readonly<Record<string, string>>;

const rowsAtATime = 1;
// Set TAMPERING_SEED=<seed> of a failed run to pick the same rows again.
const seed = String(seedOf("TAMPERING_SEED"));
let picks = 0;
let bit = 0;

/** The smallest change to a value of this type. */
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
  if (expression === undefined) throw new Error(`no smallest change is defined for ${type}`);
  return expression;
}

async function someRows(table: string): Promise<readonly Row[]> {
  picks += 1;
  // Tenants, and so hashes, differ in each run and must not determine the row.
  const rows = await tamperedScope.tamper(`
    SELECT ctid::text, to_jsonb(${table})::text AS content FROM ${table}
     ORDER BY md5('${seed}/${picks}' || (to_jsonb(${table}) - '{tenant_id,hash,last_hash}'::text[])::text)
     LIMIT ${rowsAtATime}`);
  return rows.map((row) => ({ ctid: row["ctid"], ...JSON.parse(String(row["content"])) }) as Row);
}

/** Expects a finding about this row; then resets the table. */
async function expectNamed(table: string, row: Row, what: string): Promise<void> {
  const found = await findAll();
  const paths = await pathsNow(row);
  expect(
    found.some((finding) => finding.table === table && isAbout(finding, row, paths)),
    `TAMPERING_SEED=${seed}: ${what}: ${JSON.stringify(found, (_, value) => (typeof value === "bigint" ? value.toString() : value))}`,
  ).toBe(true);
  await resetTable(table);
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
    case "audit_seals":
    case "events":
      return false;
  }
}

/** The path of the row's account, before and after the change. */
async function pathsNow(row: Row): Promise<readonly string[]> {
  const number = row["account_number"] ?? row["number"] ?? "0";
  const path = "kind || '/' || owner || '/' || chain || '/' || asset_code";
  const found = await tamperedScope.tamper(`
    SELECT ${path} AS path FROM saved.ledger_accounts WHERE number = ${number}
    UNION SELECT ${path} FROM ledger_accounts WHERE number IN (${number}, ${number} + 1)`);
  return [`account number ${number}`, ...found.map((row) => String(row["path"]))];
}

async function resetTable(table: string): Promise<void> {
  await tamperedScope.tamper(`TRUNCATE ${table}; INSERT INTO ${table} SELECT * FROM saved.${table}`);
}

async function findAll(): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for await (const scope of listJournals(tamperedScope.database)) {
    const { findings } = await verifyJournal(tamperedScope.database, scope);
    // The constraints were dropped on purpose.
    found.push(...findings.filter(({ detail }) => !detail.startsWith("is missing the constraint")));
  }
  return found;
}

async function ledgerTables(): Promise<readonly string[]> {
  const columns = (await tamperedScope.tamper(selectColumns)) as unknown as readonly Column[];
  return [...new Set(columns.map(({ table }) => table))];
}

// From the PostgreSQL catalog, so that columns added later are covered automatically. The number of rebuilds says nothing
// about the books: another number only makes writers read balances again.
const selectColumns = `
  SELECT relname AS table, attname AS name, format_type(atttypid, atttypmod) AS type
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
   WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname LIKE 'ledger\\_%' AND attnum > 0
     AND NOT attisdropped AND attname <> 'rebuilds'
   ORDER BY relname, attnum`;

const selectConstraints = `
  SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name FROM pg_constraint
   WHERE conrelid::regclass::text LIKE 'ledger\\_%' AND contype IN ('c', 'u', 'p')`;
