import type pg from "pg";
import { withClient } from "../../service/src/db/client.ts";
import type { ConnectionTarget } from "../../service/src/db/pool.ts";
import { statement } from "../../service/src/db/statement.ts";
import { transferUnits } from "./load.ts";

/** What differs between the rows of two transfers, as parameters of the function. */
export interface ContractTransfer {
  readonly tenant: string;
  readonly account: string;
  /** Of the ledger account of the source. */
  readonly number: string;
  readonly source: string;
  readonly destination: string;
  readonly id: string;
  readonly event: string;
  readonly entry: string;
  readonly work: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly digest: Buffer;
  readonly headers: string;
  readonly body: Buffer;
  readonly ends: string;
  readonly operation: string;
  readonly data: string;
  readonly after: string;
}

const parameters: Readonly<Record<keyof ContractTransfer, string>> = {
  tenant: "text",
  account: "text",
  number: "bigint",
  source: "text",
  destination: "text",
  id: "text",
  event: "text",
  entry: "text",
  work: "text",
  key: "text",
  fingerprint: "bytea",
  digest: "bytea",
  headers: "jsonb",
  body: "bytea",
  ends: "jsonb",
  operation: "jsonb",
  data: "jsonb",
  after: "jsonb",
};

/** What each insert sets; all other columns have the values of a row that the service wrote. */
const inserted = {
  idempotency_records: {
    tenant_id: "p_tenant",
    key: "p_key",
    fingerprint: "p_fingerprint",
    headers: "p_headers",
    body: "p_body",
    created_at: "p_now",
  },
  transfers: {
    tenant_id: "p_tenant",
    id: "p_id",
    account_id: "p_account",
    source_address_id: "p_source",
    destination_address_id: "p_destination",
    source_work_id: "p_work",
    ends: "p_ends",
    created_at: "p_now",
    updated_at: "p_now",
  },
  chain_work: {
    id: "p_work",
    tenant_id: "p_tenant",
    subject: "p_id",
    operation: "p_operation",
    not_before: "p_now",
    created_at: "p_now",
    updated_at: "p_now",
  },
  audit_log: {
    tenant_id: "p_tenant",
    at: "p_now",
    id: "p_entry",
    account_id: "p_account",
    subject_id: "p_id",
    after: "p_after",
  },
  audit_unsealed: {
    tenant_id: "p_tenant",
    id: "p_entry",
    at: "p_now",
    entry_ids: "ARRAY[p_entry]",
    digests: "ARRAY[p_digest]",
  },
  events: {
    tenant_id: "p_tenant",
    account_id: "p_account",
    sequence: "p_event_sequence",
    id: "p_event",
    data: "p_data",
    created_at: "p_now",
  },
  event_outbox: {
    tenant_id: "p_tenant",
    account_id: "p_account",
    sequence: "p_event_sequence",
    id: "p_event",
    data: "p_data",
    created_at: "p_now",
  },
  ledger_journal: {
    tenant_id: "p_tenant",
    sequence: "p_sequence",
    at: "p_now",
    key: "p_id",
    account_numbers: "ARRAY[p_number]",
    hash: "p_hash",
  },
  ledger_entries: {
    tenant_id: "p_tenant",
    account_number: "p_number",
    at: "p_now",
    sequence: "p_sequence",
    posted_units: "p_posted",
    held_units: "p_held",
  },
  ledger_holds: {
    tenant_id: "p_tenant",
    key: "p_id",
    account_number: "p_number",
    opened_sequence: "p_sequence",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
type InsertedTable = keyof typeof inserted;

const updated = ["event_sequences", "ledger_balances", "ledger_heads"] as const;

/** Texts of rows that the service wrote; each transfer gets them with its own id. */
export type ContractTexts = Readonly<
  Record<"id" | "headers" | "body" | "ends" | "operation" | "data" | "after", string>
>;

/** Tenant and number of the ledger account of each source. */
export type ContractAccounts = ReadonlyMap<string, { readonly tenant: string; readonly number: string }>;

export interface Contract {
  readonly texts: ContractTexts;
  readonly accounts: ContractAccounts;
}

/**
 * A function that writes for one transfer the rows that the service writes, into tables like the service's: with the
 * same columns, checks and indexes, but without foreign keys. It decides nothing and checks only the balance. The
 * service must have written a transfer before.
 */
export function createContract(target: ConnectionTarget): Promise<Contract> {
  return withClient(target, "florin bench contract", async (client) => {
    await client.query("CREATE SCHEMA contract");
    for (const table of [...Object.keys(inserted), ...updated]) await copyTable(client, table);
    for (const table of updated)
      await client.query(`INSERT INTO contract.${table} SELECT * FROM public.${table}`);
    const inserts = new Map<InsertedTable, string>();
    for (const table of Object.keys(inserted) as readonly InsertedTable[])
      inserts.set(table, await insertLikeService(client, table));
    await client.query(acceptFunction(inserts));
    await client.query(`ANALYZE ${updated.map((table) => `contract.${table}`).join(", ")}`);
    return { texts: await readTexts(client), accounts: await readAccounts(client) };
  });
}

/** With the storage options, which `LIKE` does not copy. */
async function copyTable(client: pg.Client, table: string): Promise<void> {
  await client.query(`CREATE TABLE contract.${table} (LIKE public.${table} INCLUDING ALL)`);
  const { rows } = await client.query<{ options: readonly string[] | null }>(
    "SELECT reloptions AS options FROM pg_class WHERE oid = $1::regclass",
    [`public.${table}`],
  );
  const options = rows[0]?.options ?? [];
  if (options.length > 0) await client.query(`ALTER TABLE contract.${table} SET (${options.join(", ")})`);
}

/** The transaction of the newest transfer, whose rows are the patterns. */
const newestTransaction = "(SELECT xmin FROM public.transfers ORDER BY created_at DESC, id DESC LIMIT 1)";

async function insertLikeService(client: pg.Client, table: InsertedTable): Promise<string> {
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = ''
      ORDER BY attnum`,
    [`public.${table}`],
  );
  const literals = columns.map(({ name }) => `quote_nullable(${name}::text)`).join(", ");
  const { rows } = await client.query<{ values: readonly string[] }>(
    `SELECT ARRAY[${literals}] AS values FROM public.${table} WHERE xmin = ${newestTransaction} LIMIT 1`,
  );
  const values = rows[0]?.values;
  if (values === undefined) throw new Error(`the service wrote no row of ${table} with its newest transfer`);
  const own: Readonly<Record<string, string>> = inserted[table];
  const expressions = columns.map(({ name, type }, index) => own[name] ?? `${values[index]}::${type}`);
  return `INSERT INTO contract.${table} (${columns.map(({ name }) => name).join(", ")})
    VALUES (${expressions.join(", ")});`;
}

/** The head of the ledger, which all transfers of a tenant lock, comes last, so that its lock is held briefly. */
function acceptFunction(inserts: ReadonlyMap<InsertedTable, string>): string {
  const insertsInto = (...tables: readonly InsertedTable[]): string =>
    tables.map((table) => inserts.get(table)).join("\n    ");
  const signature = Object.entries(parameters).map(([name, type]) => `p_${name} ${type}`);
  return `
  CREATE FUNCTION contract.accept(${signature.join(", ")}) RETURNS void LANGUAGE plpgsql AS $accept$
  DECLARE
    p_now timestamptz := clock_timestamp();
    p_event_sequence bigint;
    p_sequence bigint;
    p_hash bytea;
    p_posted numeric;
    p_held numeric;
  BEGIN
    ${insertsInto("idempotency_records", "transfers", "chain_work", "audit_log", "audit_unsealed")}
    INSERT INTO contract.event_sequences AS counter (tenant_id, network, account_id, last_sequence)
    VALUES (p_tenant, 'testnet', p_account, 1)
    ON CONFLICT (tenant_id, network, account_id) DO UPDATE SET last_sequence = counter.last_sequence + 1
    RETURNING last_sequence INTO p_event_sequence;
    ${insertsInto("events", "event_outbox")}
    UPDATE contract.ledger_balances SET held_units = held_units + ${transferUnits}
     WHERE tenant_id = p_tenant AND network = 'testnet' AND account_number = p_number
    RETURNING posted_units, held_units INTO p_posted, p_held;
    UPDATE contract.ledger_heads
       SET last_sequence = last_sequence + 1, last_hash = sha256(last_hash || p_digest), last_at = p_now
     WHERE tenant_id = p_tenant AND network = 'testnet'
    RETURNING last_sequence, last_hash INTO p_sequence, p_hash;
    ${insertsInto("ledger_journal", "ledger_entries", "ledger_holds")}
  END $accept$;`;
}

async function readTexts(client: pg.Client): Promise<ContractTexts> {
  const { rows } = await client.query<ContractTexts>(`
    SELECT transfer.id, ends::text AS ends, headers::text AS headers, convert_from(body, 'UTF8') AS body,
           operation::text AS operation, data::text AS data, after::text AS after
      FROM (SELECT xmin, * FROM public.transfers ORDER BY created_at DESC, id DESC LIMIT 1) AS transfer
      JOIN public.idempotency_records AS record
        ON record.xmin = transfer.xmin AND convert_from(body, 'UTF8') LIKE '%' || transfer.id || '%'
      JOIN public.chain_work ON subject LIKE '%' || transfer.id || '%'
      JOIN public.events AS event ON event.tenant_id = transfer.tenant_id AND data ->> 'id' = transfer.id
      JOIN public.audit_log AS entry ON subject_id = transfer.id`);
  const [texts] = rows;
  if (texts === undefined) throw new Error("the service's newest transfer lacks some of its rows");
  return texts;
}

async function readAccounts(client: pg.Client): Promise<ContractAccounts> {
  const { rows } = await client.query<{ owner: string; tenant: string; number: string }>(
    "SELECT owner, tenant_id AS tenant, number FROM public.ledger_accounts WHERE kind = 'wallet'",
  );
  return new Map(rows.map(({ owner, tenant, number }) => [owner, { tenant, number }]));
}

const names = Object.keys(parameters) as readonly (keyof ContractTransfer)[];
const call = statement(`SELECT contract.accept(${names.map((_, index) => `$${index + 1}`).join(", ")})`);

export async function acceptByContract(client: pg.Client, transfer: ContractTransfer): Promise<void> {
  await client.query({ ...call, values: names.map((name) => transfer[name]) });
}
