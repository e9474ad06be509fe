/**
 * Where the rows of each table are when the database is distributed by Citus. `florin admin db distribute` follows it,
 * and a test compares it with the schema: a new table needs a place here.
 */
export interface Placement {
  /**
   * `distributed`: in shards on the workers, by `tenant_id`, all tables of a tenant on the same worker.
   * `reference`: a copy on every node, so that a shard can join it.
   * `coordinator`: one table on the coordinator. Citus knows it, so that a transaction that writes to it and to a shard
   * commits in two phases.
   * `local`: as before, unknown to Citus, which then plans nothing. A transaction that writes to it writes to no shard,
   * or calls `commitInTwoPhases`.
   */
  readonly kind: "distributed" | "reference" | "coordinator" | "local";
  readonly why: string;
  readonly tables: readonly string[];
}

export const distributionColumn = "tenant_id";
/** Shards of all other tables are placed next to those of this one. */
export const firstDistributedTable = "accounts";

const tenantsOwn: readonly Placement[] = [
  {
    kind: "distributed",
    why: "accounts and their API clients; every request finds its tenant first",
    tables: [
      firstDistributedTable,
      "account_profiles",
      "applications",
      "application_secrets",
      "application_keys",
      "application_uses",
      "client_assertions",
      "revoked_tokens",
      "idempotency_records",
      "api_requests",
    ],
  },
  {
    kind: "distributed",
    why: "the ledger and the logs of a tenant, written in the same transaction as what they record",
    tables: [
      "ledger_heads",
      "ledger_journal",
      "ledger_accounts",
      "ledger_assets",
      "ledger_entries",
      "ledger_balances",
      "ledger_holds",
      "journal_marks",
      "events",
      "event_sequences",
      "tenant_feed",
      "tenant_feed_numbers",
      "audit_log",
      "audit_unsealed",
      "audit_seals",
      "audit_heads",
      "audit_prunings",
    ],
  },
  {
    kind: "distributed",
    why: "counts of a tenant's logs, folded where the logs are",
    tables: ["statistics", "statistics_positions"],
  },
  {
    kind: "distributed",
    why: "verification of a tenant's accounts",
    tables: [
      "verifications",
      "verification_requirements",
      "verification_documents",
      "verification_decisions",
      "screenings",
      "documents",
    ],
  },
  {
    kind: "distributed",
    why: "a tenant's money: addresses, payments, transfers, and what limits and approves them",
    tables: [
      "addresses",
      "bank_details",
      "bank_links",
      "bank_link_sessions",
      "bank_entries",
      "payments",
      "virtual_accounts",
      "token_deposits",
      "transfers",
      "transfer_limits",
      "transfer_fees",
      "limit_usage",
      "automations",
      "automation_runs",
      "claims",
      "claim_settlements",
      "ach_return_rates",
      "treasury_withdrawals",
      "treasury_gifts",
      "release_requests",
      "approvals",
      "approval_decisions",
      "approval_usage",
    ],
  },
];

const ofThePlatform: readonly Placement[] = [
  {
    kind: "coordinator",
    why: "directories that lead from an identifier to its tenant",
    tables: ["client_directory", "virtual_account_directory", "custody_wallets", "incoming_payments"],
  },
  {
    kind: "coordinator",
    why: "queues of all tenants that any node takes work from, in one order",
    tables: [
      "jobs",
      "dead_jobs",
      "job_schedules",
      "event_outbox",
      "chain_work",
      "chain_submissions",
      "chain_sender_queues",
      "chain_scan_positions",
      "chain_deposits",
      "chain_node_disagreements",
    ],
  },
  {
    kind: "coordinator",
    why: "the account at the bank, and the files to and from it, which contain entries of many tenants",
    tables: [
      "bank_files",
      "bank_events",
      "bank_bookings",
      "bank_movement_references",
      "bank_statements",
      "bank_items",
      "bank_used_credits",
      "bank_counters",
      "sandbox_banks",
      "sandbox_bank_clocks",
      "sandbox_bank_deliveries",
      "sandbox_bank_items",
      "sandbox_bank_bookings",
      "sandbox_bank_files",
    ],
  },
  {
    kind: "coordinator",
    why: "tokens, which all tenants share, their reserves and their reconciliation",
    tables: [
      "tokens",
      "token_deployments",
      "token_issuer_keys",
      "token_freezes",
      "reserve_reports",
      "transparency_pages",
      "reconciliation_runs",
      "reconciliation_differences",
    ],
  },
  {
    kind: "coordinator",
    why: "console users, who belong to several tenants, and what operators do",
    tables: [
      "users",
      "members",
      "passkeys",
      "passkey_challenges",
      "recovery_codes",
      "console_sessions",
      "console_confirmations",
      "invitations",
      "known_devices",
      "user_identities",
      "sso_attempts",
      "scim_tokens",
      "scim_users",
      "scim_groups",
      "scim_group_members",
      "access_changes",
      "mails",
      "alerts",
      "approval_rules",
      "work_items",
      "saved_views",
      "report_schedules",
      "report_mailings",
    ],
  },
  {
    kind: "coordinator",
    why: "keys and facts of the deployment; a few rows",
    tables: [
      "deployment_facts",
      "facts_versions",
      "journal_rounds",
      "audit_exports",
      "database_restores",
      "recovered_effects",
      "signing_keys",
      "service_keys",
      "wallet_seeds",
      "custody_counters",
      "custody_key_roles",
      "custody_key_replacements",
      "custody_role_holders",
    ],
  },
];

const unknownToCitus: readonly Placement[] = [
  {
    kind: "local",
    why: "webhooks: fan-out and delivery lock and move rows of many tenants in one statement",
    tables: [
      "webhook_subscriptions",
      "webhook_endpoint_queues",
      "webhook_queue",
      "webhook_attempts",
      "webhook_statistics",
    ],
  },
  {
    kind: "local",
    why: "leases, heartbeats and counters in database time, written alone",
    tables: ["schema_migrations", "nodes", "leases", "job_runners", "rate_buckets", "attempt_records"],
  },
];

/** Called where the rows of the tenant in their first argument are. */
export const tenantFunctions: readonly string[] = [
  "append_events",
  "add_to_ledger",
  "ledger_facts",
  "find_balances",
  "add_audit_entries",
  "add_transfers",
  "add_responses",
];

export const distribution: readonly Placement[] = [...tenantsOwn, ...ofThePlatform, ...unknownToCitus];

export function placementOf(table: string): Placement["kind"] | undefined {
  return distribution.find(({ tables }) => tables.includes(table))?.kind;
}
