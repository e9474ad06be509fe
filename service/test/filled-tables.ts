import type pg from "pg";

/** Tables that grow with traffic or with the number of customers. */
export const largeTables: readonly string[] = [
  "accounts",
  "addresses",
  "api_requests",
  "audit_log",
  "chain_deposits",
  "chain_submissions",
  "chain_work",
  "custody_wallets",
  "event_outbox",
  "event_sequences",
  "events",
  "idempotency_records",
  "jobs",
  "ledger_accounts",
  "ledger_balances",
  "ledger_entries",
  "ledger_holds",
  "ledger_journal",
  "tenant_feed",
  "transfers",
  "webhook_attempts",
  "webhook_endpoint_queues",
  "webhook_queue",
  "webhook_subscriptions",
];

/** Fills the large tables. Only the superuser can do it, because foreign keys are not checked. */
export async function fillLargeTables(client: pg.Client, rows: number): Promise<void> {
  await client.query("SET session_replication_role = replica");
  const { rows: checks } = await client.query<{ readonly dropping: string }>(dropChecks, [largeTables]);
  for (const { dropping } of checks) await client.query(dropping);
  const { rows: columns } = await client.query<ColumnRow>(selectColumns, [largeTables]);
  for (const table of largeTables) {
    const own = columns.filter((column) => column.table_name === table);
    const names = own.map(({ column_name }) => `"${column_name}"`).join(", ");
    await client.query(`
      INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
      SELECT ${own.map(valueIn).join(", ")} FROM generate_series(1, ${rows}) AS i`);
  }
}

// The planner does not use them, and rows that satisfy all of them would take as much code as the service.
const dropChecks = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS dropping
    FROM pg_constraint WHERE contype = 'c' AND conrelid::regclass::text = ANY ($1)`;

interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
  readonly is_nullable: "YES" | "NO";
}

const selectColumns = `
  SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
   WHERE table_schema = 'public' AND table_name = ANY ($1) AND is_generated = 'NEVER'`;

function valueIn({ table_name, column_name, data_type, is_nullable }: ColumnRow): string {
  const chosen = values[`${table_name}.${column_name}`] ?? values[column_name];
  const value = chosen ?? (is_nullable === "YES" ? "NULL" : valuesOfType[data_type]);
  if (value === undefined) throw new Error(`${table_name}.${column_name} needs a value`);
  return value;
}

/** The value in row `i`, for a column of any table or of one. */
const values: Readonly<Record<string, string>> = {
  account_id: "'account-' || i % 100000",
  asset_code: "'USDX'",
  chain: "(ARRAY['base', 'solana', 'stellar'])[i % 3 + 1]",
  family: "'evm'",
  key_index: "i",
  network: "CASE i % 2 WHEN 0 THEN 'testnet' ELSE 'mainnet' END",
  on_chain_address: "'0x' || i",
  operation: `'{"kind": "transfer"}'`,
  resource: "'transfer'",
  tenant_id: "'tenant-' || i % 20",
  "chain_deposits.state": "CASE i % 100 WHEN 0 THEN 'final' ELSE 'credited' END",
  "chain_submissions.sequence": "i",
  "chain_submissions.state": "CASE i % 100 WHEN 0 THEN 'sent' ELSE 'settled' END",
  "chain_submissions.transaction_id": "'transaction-' || i",
  "chain_work.state": "CASE i % 100 WHEN 0 THEN 'queued' WHEN 1 THEN 'sending' ELSE 'done' END",
  "event_sequences.account_id": "'account-' || i",
  "jobs.dedupe_key": "'key-' || i",
  "jobs.kind": "'kind-' || i % 10",
  "jobs.runner_token": "CASE i % 1000 WHEN 2 THEN 'runner-' || i % 7 END",
  "jobs.state": "CASE i % 1000 WHEN 0 THEN 'scheduled' WHEN 2 THEN 'running' ELSE 'ready' END",
  "ledger_holds.closed_sequence": "CASE WHEN i % 100 > 0 THEN i END",
  "transfers.source_address_id": "'address-' || i % 10000",
  "transfers.source_transaction_id": "'transaction-' || i",
  "transfers.status": "CASE i % 100 WHEN 0 THEN 'pending' ELSE 'complete' END",
  "transfers.step": "CASE i % 100 WHEN 0 THEN 'sending' ELSE 'done' END",
  "webhook_attempts.status": "CASE i % 100 WHEN 0 THEN 'failed' ELSE 'succeeded' END",
  "webhook_attempts.subscription_id": "'subscription-' || i % 1000",
  "webhook_endpoint_queues.ready_at":
    "CASE i % 100 WHEN 0 THEN timestamptz '2026-01-01' + i * interval '1 second' END",
  "webhook_queue.subscription_id": "'subscription-' || i % 1000",
  "webhook_subscriptions.status": "CASE i % 10 WHEN 0 THEN 'archived' ELSE 'active' END",
};

const valuesOfType: Readonly<Record<string, string>> = {
  ARRAY: "'{}'",
  bigint: "i",
  boolean: "false",
  bytea: "sha256(i::text::bytea)",
  integer: "i",
  jsonb: "'{}'",
  numeric: "i",
  smallint: "i % 100",
  text: "'i' || i",
  "timestamp with time zone": "timestamptz '2026-01-01' + i * interval '1 second'",
};
