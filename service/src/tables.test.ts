import { expect, test } from "vitest";
import { createTestDatabase } from "../test/database.ts";
import { sealed, text } from "./db/column.ts";
import { statement } from "./db/statement.ts";
import { type Table, table } from "./db/table.ts";
import { camelCase } from "./kernel/letter-case.ts";
import { tables } from "./tables.ts";

interface SchemaTable {
  readonly name: string;
  readonly comment: string | undefined;
  readonly key: readonly string[];
  /** Names in camelCase with type, and whether a row may lack the value. */
  readonly columns: Readonly<Record<string, SchemaColumn>>;
}

interface SchemaColumn {
  readonly type: string;
  readonly isOptional: boolean;
  readonly isGenerated: boolean;
}

const selectTables = statement<SchemaTable>(`
  SELECT relname::text AS name, obj_description(class.oid, 'pg_class') AS comment,
         (SELECT array_agg(attname::text ORDER BY place) FROM pg_index
            CROSS JOIN unnest(indkey) WITH ORDINALITY AS keys (number, place)
            JOIN pg_attribute ON attrelid = indrelid AND attnum = number
           WHERE indrelid = class.oid AND indisprimary) AS key,
         (SELECT json_object_agg(attname, json_build_object(
            'type', format_type(atttypid, NULL), 'isOptional', NOT attnotnull,
            'isGenerated', attgenerated <> '' OR attidentity <> ''))
            FROM pg_attribute WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped) AS columns
    FROM pg_class AS class
   WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`);

const typeNames: Readonly<Record<string, string>> = { "timestamp with time zone": "timestamptz" };

function columnsOf(found: SchemaTable): Readonly<Record<string, SchemaColumn>> {
  return Object.fromEntries(
    Object.entries(found.columns).map(([name, column]) => [
      camelCase(name),
      { ...column, type: typeNames[column.type] ?? column.type },
    ]),
  );
}

function declaredColumns({ columns }: Table): Readonly<Record<string, SchemaColumn>> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { type, isOptional, isGenerated = false }]) => [
      name,
      { type, isOptional, isGenerated },
    ]),
  );
}

/** What differs between a table of the database and its declaration. */
function problemsOf(found: SchemaTable, declared: Table | undefined): readonly string[] {
  if (declared === undefined) return [`${found.name} is not declared`];
  const problems: string[] = [];
  const [actual, expected] = [columnsOf(found), declaredColumns(declared)];
  for (const name of new Set([...Object.keys(actual), ...Object.keys(expected)])) {
    const [there, said] = [actual[name], expected[name]].map((column) => JSON.stringify(column));
    if (there !== said) problems.push(`${found.name}.${name} is ${there}, not ${said}`);
  }
  const key = found.key.map(camelCase);
  if (key.join() !== declared.key.join()) problems.push(`the key of ${found.name} is ${key.join()}`);
  const isTenants = found.comment?.startsWith("tenant") === true;
  if (isTenants !== (declared.place === "distributed"))
    problems.push(`${found.name} is ${declared.place}, and its comment differs`);
  return problems;
}

test("every table is declared as it is in the database", async () => {
  await using env = await createTestDatabase();
  const found = await env.database.rows(selectTables);
  const names = new Set(found.map(({ name }) => name));
  expect(found.length).toBeGreaterThan(100);
  expect(found.flatMap((each) => problemsOf(each, tables.get(each.name)))).toEqual([]);
  expect([...tables.keys()].filter((name) => !names.has(name))).toEqual([]);

  const planted = table({
    name: "leases",
    owner: "db",
    place: "distributed",
    key: ["task"],
    columns: { task: text(), planted: sealed(() => "") },
  });
  const leases = found.filter(({ name }) => name === "leases");
  expect(leases.flatMap((each) => problemsOf(each, planted as unknown as Table))).toEqual(
    expect.arrayContaining([
      expect.stringContaining("leases.planted is undefined"),
      "leases is distributed, and its comment differs",
    ]),
  );
  expect(leases.flatMap((each) => problemsOf(each, undefined))).toEqual(["leases is not declared"]);
});

/** Why changes of these tables have no entries. */
const unaudited: Readonly<Record<string, string>> = {
  "work of the service, and positions in it": `ach_return_rates alerts audit_exports audit_heads audit_prunings
    audit_seals audit_unsealed automation_runs bank_bookings bank_counters bank_entries bank_events bank_files bank_items
    bank_movement_references bank_statements bank_used_credits chain_deposits chain_node_disagreements chain_scan_positions
    chain_sender_queues chain_submissions chain_work custody_counters dead_jobs deployment_facts event_outbox
    event_sequences facts_versions idempotency_records incoming_payments job_runners job_schedules jobs leases mails nodes
    rate_buckets reconciliation_differences reconciliation_runs report_mailings statistics statistics_positions
    tenant_feed_numbers token_issuer_keys transparency_pages webhook_endpoint_queues webhook_queue webhook_statistics`,
  "their rows are their record": `access_changes audit_log custody_key_replacements custody_key_roles
    custody_role_holders custody_wallets database_restores events journal_marks journal_rounds ledger_accounts
    ledger_assets ledger_balances ledger_entries ledger_heads ledger_holds ledger_journal recovered_effects
    schema_migrations screenings service_keys tenant_feed treasury_gifts webhook_attempts`,
  "part of a change that has an entry": `approval_usage client_directory limit_usage release_requests
    verification_documents verification_requirements virtual_account_directory virtual_accounts work_items`,
  "expire soon": `api_requests application_uses attempt_records client_assertions console_confirmations console_sessions
    known_devices passkey_challenges sso_attempts`,
  "batches record their entries": "payments transfers",
  "outside of Florin": `sandbox_bank_bookings sandbox_bank_clocks sandbox_bank_deliveries sandbox_bank_files
    sandbox_bank_items sandbox_banks`,
};

test("a table names what an entry about its changes is about, or is known to have none", () => {
  const found = [...tables.values()].filter(({ audited }) => audited === undefined);
  const known = Object.values(unaudited).flatMap((names) => names.split(/\s+/));
  expect(found.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});
