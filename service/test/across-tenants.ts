/** Statements that read or write the rows of several tenants, on Citus all shards, and how each kind of work does it. */
export interface AcrossTenants {
  /** Why no tenant is known, and what limits the work. */
  readonly why: string;
  /** By store, relative to `service/src`: a part of each statement. */
  readonly statements: Readonly<Record<string, readonly string[]>>;
}

export const acrossTenants: readonly AcrossTenants[] = [
  {
    why: "revocations and restrictions: each node polls the few that exist, so that a request needs no statement for them",
    statements: {
      "auth/revocation-store.ts": [
        "FROM applications WHERE revoked_at >",
        "FROM revoked_tokens WHERE expires_at >",
        "revoked_at IS NULL AND (allowed_ips <> '{}' OR requires_dpop)",
        "FROM applications WHERE scopes_removed_at >",
      ],
    },
  },
  {
    why: "the audit chain: one node at a time seals the entries of all tenants, in pages",
    statements: {
      "audit/seal-store.ts": [
        "FROM audit_heads WHERE tenant_id = ANY",
        "WHERE (tenant_id, id) > ($1, $2)",
        "DELETE FROM audit_unsealed AS unsealed",
        "AS oldest_at FROM audit_unsealed",
      ],
    },
  },
  {
    why: "bank entries: found over all tenants without a lock, in pages, then locked and written tenant by tenant",
    statements: {
      "rails/engine/queue-store.ts": [
        "state = 'queued' AND leaves_at IS NULL AND NOT is_unwritable",
        "state = 'queued' AND NOT is_unwritable",
        "bank_entries.state = 'queued'",
        "settlement_date IS NOT NULL AND rail = ANY ($3::text[])",
        "SELECT min(leaves_at) FROM bank_entries",
      ],
      "rails/engine/bank-event-store.ts": ["LEFT JOIN bank_entries AS entry"],
      // A file of the bank names its entries by references, not by tenant.
      "rails/engine/entry-store.ts": ["uetr = ANY ("],
    },
  },
  {
    why: "what is due at a time: found over all tenants without a lock, in pages by an index, then locked tenant by tenant",
    statements: {
      "approvals/store.ts": ["FROM approvals WHERE expires_at <="],
      "transfers/store.ts": ["step = 'awaiting_funds' AND expires_at <= $2::timestamptz"],
      "accounts/verification/review-store.ts": ["stage NOT IN ('screening', 'rejected') AND screened_with"],
    },
  },
  {
    why: "logs of all tenants: one node at a time finds the next tenant by a key, then reads and writes that tenant's rows",
    statements: {
      "request-log/store.ts": ["FROM api_requests WHERE (tenant_id, network) > ($1, $2)"],
      "statistics/fold-store.ts": ["AS log_end WHERE number > coalesce(("],
    },
  },
  {
    why: "the dispatcher and the delivery workers: read what belongs to the events of one batch",
    statements: {
      "events/read-events.ts": [
        "JOIN event_sequences AS counter",
        "JOIN events AS event USING (tenant_id, network, account_id, sequence)",
      ],
    },
  },
  {
    why: "the reserves of a token: its holders belong to all tenants, and each shard adds up its own",
    statements: {
      "ledger/reading/totals-store.ts": ["FROM ledger_assets AS asset"],
      "claims/store.ts": ["status = 'open' AND network = $1 AND token_id = $2"],
    },
  },
  {
    why: "metrics: counted by each shard when they are scraped",
    statements: {
      "transfers/store.ts": ["step IN ('held', 'refund_failed')"],
      "db/queue.ts": [
        "FROM claims WHERE status = 'open' GROUP BY network",
        "FROM payments WHERE held_reason IS NOT NULL GROUP BY network",
      ],
      "payments/return-rates/store.ts": ["WHERE tenant_id = $1 OR exceeded <> '{}'"],
      "rails/engine/count-store.ts": ["state IN ('queued', 'filed', 'sent')"],
    },
  },
];

/** Texts of statements differ from the sources by their white space. */
export function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
