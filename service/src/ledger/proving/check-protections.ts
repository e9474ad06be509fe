import type { Session } from "../../db/database.ts";
import type { Findings, LedgerTable } from "./finding.ts";
import { selectChangingGrants, selectConstraints } from "./protections-store.ts";

/** Checks that the database still enforces its keys, checks and append-only privileges. */
export async function checkProtections(session: Session, findings: Findings): Promise<void> {
  const found = await selectConstraints(session, Object.keys(constraints));
  const definitions = new Map(found.map(({ table, name, definition }) => [`${table}.${name}`, definition]));
  for (const [table, expected] of Object.entries(constraints)) {
    for (const [name, definition] of Object.entries(expected)) {
      const stored = definitions.get(`${table}.${name}`);
      const add = (detail: string): void => findings.add({ table: table as LedgerTable, detail });
      if (stored === undefined) add(`is missing the constraint ${name}`);
      else if (plain(stored) !== plain(definition)) add(`has another definition of the constraint ${name}`);
    }
  }
  for (const { table, grantee, privilege } of await selectChangingGrants(session, appendOnlyTables)) {
    findings.add({
      table: table as LedgerTable,
      detail: `grants ${privilege} to ${grantee}, which is not allowed`,
    });
  }
}

const appendOnlyTables: readonly LedgerTable[] = [
  "ledger_journal",
  "ledger_accounts",
  "ledger_assets",
  "ledger_entries",
  "audit_log",
  "audit_seals",
  "events",
];

/** PostgreSQL versions differ in parentheses, quotes and casts; the column order of a key does not matter. */
function plain(definition: string): string {
  const [, kind, columns] = /^(PRIMARY KEY|UNIQUE) \(([^)]*)\)$/.exec(definition.replaceAll('"', "")) ?? [];
  const ordered = columns === undefined ? definition : `${kind} ${columns.split(", ").sort().join()}`;
  return ordered.replaceAll(/::\w+|[\s()"]/g, "");
}

type Constraints = Readonly<Record<string, string>>;

const networkIs = "CHECK (network = ANY (ARRAY['testnet', 'mainnet']))";

// As created by the migrations and reported by PostgreSQL.
const constraints: Readonly<Partial<Record<LedgerTable, Constraints>>> = {
  ledger_heads: {
    ledger_heads_pkey: "PRIMARY KEY (tenant_id, network)",
    ledger_heads_network_check: networkIs,
    ledger_heads_last_sequence_check: "CHECK (last_sequence >= 0)",
    ledger_heads_last_hash_check: "CHECK (octet_length(last_hash) = 32)",
    ledger_heads_last_account_number_check: "CHECK (last_account_number >= 0)",
  },
  ledger_journal: {
    ledger_journal_pkey: "PRIMARY KEY (tenant_id, network, sequence)",
    ledger_journal_by_key: "UNIQUE (tenant_id, network, key)",
    ledger_journal_network_check: networkIs,
    ledger_journal_sequence_check: "CHECK (sequence > 0)",
    ledger_journal_type_check: "CHECK (type = ANY (ARRAY['post', 'hold', 'post_hold', 'void_hold']))",
    ledger_journal_key_check: "CHECK (length(key) >= 1 AND length(key) <= 255)",
    ledger_journal_hash_check: "CHECK (octet_length(hash) = 32)",
    ledger_journal_check: "CHECK (cardinality(account_numbers) = cardinality(units))",
    ledger_journal_check1: "CHECK ((hold_key IS NOT NULL) = (type = ANY (ARRAY['post_hold', 'void_hold'])))",
  },
  ledger_accounts: {
    ledger_accounts_pkey: "PRIMARY KEY (tenant_id, network, number)",
    ledger_accounts_by_name: "UNIQUE (tenant_id, network, kind, owner, chain, asset_code)",
    ledger_accounts_network_check: networkIs,
    ledger_accounts_number_check: "CHECK (number > 0)",
    ledger_accounts_asset_scale_check: "CHECK (asset_scale >= 0 AND asset_scale <= 18)",
  },
  ledger_assets: {
    ledger_assets_pkey: "PRIMARY KEY (tenant_id, network, code)",
    ledger_assets_network_check: networkIs,
    ledger_assets_scale_check: "CHECK (scale >= 0 AND scale <= 18)",
  },
  ledger_entries: {
    ledger_entries_pkey: "PRIMARY KEY (tenant_id, network, account_number, at, sequence, position)",
    ledger_entries_network_check: networkIs,
    ledger_entries_position_check: "CHECK (position >= 0)",
  },
  ledger_balances: {
    ledger_balances_pkey: "PRIMARY KEY (tenant_id, network, account_number)",
    ledger_balances_network_check: networkIs,
    ledger_balances_held_units_check: "CHECK (held_units >= 0)",
    available_not_below_minimum:
      "CHECK (minimum_units IS NULL OR posted_units - held_units >= minimum_units)",
    posted_not_above_maximum: "CHECK (maximum_units IS NULL OR posted_units <= maximum_units)",
  },
  ledger_holds: {
    ledger_holds_pkey: "PRIMARY KEY (tenant_id, network, key)",
    ledger_holds_network_check: networkIs,
    ledger_holds_key_check: "CHECK (length(key) >= 1 AND length(key) <= 255)",
    ledger_holds_units_check: "CHECK (units > 0)",
    ledger_holds_closed_by_check: "CHECK (closed_by = ANY (ARRAY['post_hold', 'void_hold']))",
    ledger_holds_check: "CHECK ((closed_sequence IS NULL) = (closed_by IS NULL))",
    ledger_holds_check1: "CHECK ((closed_sequence IS NULL) = (posted_units IS NULL))",
    ledger_holds_check2: "CHECK (posted_units >= 0 AND posted_units <= units)",
  },
  audit_log: { audit_log_pkey: "PRIMARY KEY (tenant_id, at, id)" },
  audit_seals: { audit_seals_pkey: "PRIMARY KEY (tenant_id, sequence)" },
  events: { events_pkey: "PRIMARY KEY (tenant_id, network, account_id, sequence)" },
};
