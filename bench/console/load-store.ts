import type { Client } from "pg";
import type { TenantId } from "../../service/src/kernel/id.ts";

/** A year of transfers, as their modules leave them: rows, events in the feed, and the journal. */
export async function loadTransfers(
  client: Client,
  tenantId: TenantId,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await client.query("SET synchronous_commit = off");
  for (const text of [transfers, events, feed, journal, entries])
    await client.query(text, [tenantId, from, to]);
  for (const text of [feedNumbers, accounts, assets, balances, head]) await client.query(text, [tenantId]);
  await client.query("VACUUM (ANALYZE)");
}

/** Of the whole range, so that the next load continues in the same year. */
const createdAt = `now() - interval '365 days' + (n % 9973) / 9973.0 * interval '364 days' + n % 60 * interval '1 second'`;
const idOf = (prefix: string): string => `'${prefix}' || lpad(upper(to_hex(n)), 24, '0')`;

/** Between two custodial addresses on a chain. */
const end = `jsonb_build_object('medium', 'chain', 'address', '0x0000000000000000000000000000000000000001', 'keyIndex', 1,
  'token', jsonb_build_object('origin', 'own', 'id', ${idOf("05")}, 'valueType', 'FUSD', 'issuerKeyIndex', 0,
    'isBacked', true, 'contract', '0x0000000000000000000000000000000000000002'))`;
const ends = `jsonb_build_object('statementName', '', 'source', ${end}, 'destination', ${end})`;

const transfers = `
  INSERT INTO transfers (tenant_id, network, id, account_id, resource, flow, units, cents, fee_cents, currency,
    source_transfer_type, source_value_type, source_address_id, destination_transfer_type, destination_value_type,
    destination_address_id, source_work_id, ends, status, step, failure_type, failure_code, failure_at, completed_at,
    created_at, updated_at)
  SELECT $1, 'testnet', ${idOf("01")}, $1, 'transfer', (ARRAY['onramp', 'offramp', 'swap', 'bridge', 'payout'])[1 + n % 5],
         (1 + n % 5000) * 10000, 1 + n % 5000, 0, (ARRAY['USD', 'FUSD'])[1 + n % 2],
         CASE n % 10000 WHEN 7 THEN 'rtp' ELSE 'base' END, 'FUSD', ${idOf("02")}, 'base', 'FUSD', ${idOf("03")}, 'work', ${ends},
         status, CASE status WHEN 'pending' THEN 'sending' ELSE 'done' END,
         CASE status WHEN 'failed' THEN 'ach_return' END,
         CASE status WHEN 'failed' THEN (ARRAY['R01', 'R02', 'R03', 'R10'])[1 + n / 20 % 4] END,
         CASE status WHEN 'failed' THEN created_at END, CASE status WHEN 'complete' THEN created_at + interval '40 s' END,
         created_at, created_at + interval '40 s'
    FROM generate_series($2::int, $3::int - 1) AS n
   CROSS JOIN LATERAL (
     SELECT CASE WHEN n % 20 = 0 THEN 'failed' WHEN n % 100 = 1 THEN 'pending' ELSE 'complete' END AS status,
            ${createdAt} AS created_at) AS made`;

/** Two of each transfer: one is created, the other says how it ended. */
const events = `
  INSERT INTO events (tenant_id, network, account_id, sequence, id, type, data, created_at)
  SELECT $1, 'testnet', $1, 2 * n + place, ${idOf("04").replace("to_hex(n)", "to_hex(2 * n + place)")},
         CASE WHEN place = 1 THEN 'transfer.created' WHEN n % 20 = 0 THEN 'transfer.failed'
              ELSE 'transfer.completed' END,
         jsonb_build_object('id', ${idOf("01")}), ${createdAt} + (place - 1) * interval '40 s'
    FROM generate_series($2::int, $3::int - 1) AS n CROSS JOIN generate_series(1, 2) AS place`;

const feed = `
  INSERT INTO tenant_feed (tenant_id, network, number, account_id, sequence)
  SELECT $1, 'testnet', number, $1, number FROM generate_series(2 * $2::int + 1, 2 * $3::int) AS number`;

const feedNumbers = `
  INSERT INTO tenant_feed_numbers (tenant_id, network, last_number)
  SELECT tenant_id, network, max(number) FROM tenant_feed WHERE tenant_id = $1 GROUP BY tenant_id, network
  ON CONFLICT (tenant_id, network) DO UPDATE SET last_number = excluded.last_number`;

const journal = `
  INSERT INTO ledger_journal (tenant_id, network, sequence, at, type, key, account_numbers, units, hash)
  SELECT $1, 'testnet', n + 1, ${createdAt}, 'post', 't/' || n, ARRAY[1, 2], ARRAY[-1 - n % 50, 1 + n % 50],
         sha256(n::text::bytea)
    FROM generate_series($2::int, $3::int - 1) AS n`;

const entries = `
  INSERT INTO ledger_entries (tenant_id, network, account_number, at, sequence, position, posted_change, held_change,
    posted_units, held_units)
  SELECT $1, 'testnet', number, ${createdAt}, n + 1, number - 1, 1, 0, n + 1, 0
    FROM generate_series($2::int, $3::int - 1) AS n CROSS JOIN generate_series(1, 2) AS number`;

const accounts = `
  INSERT INTO ledger_accounts (tenant_id, network, number, kind, owner, chain, asset_code, asset_scale, opened_at)
  VALUES ($1, 'testnet', 1, 'supply', 't', 'base', 'FUSD', 6, now()),
         ($1, 'testnet', 2, 'wallet', 'a', 'base', 'FUSD', 6, now()) ON CONFLICT DO NOTHING`;

const assets = `
  INSERT INTO ledger_assets (tenant_id, network, code, scale) VALUES ($1, 'testnet', 'FUSD', 6) ON CONFLICT DO NOTHING`;

const balances = `
  INSERT INTO ledger_balances (tenant_id, network, account_number, posted_units, held_units)
  VALUES ($1, 'testnet', 1, -1000, 0), ($1, 'testnet', 2, 1000, 0) ON CONFLICT DO NOTHING`;

const head = `
  INSERT INTO ledger_heads (tenant_id, network, last_sequence, last_hash, last_at, last_account_number)
  SELECT tenant_id, network, max(sequence), sha256('head'), max(at), 2 FROM ledger_journal WHERE tenant_id = $1
   GROUP BY tenant_id, network
  ON CONFLICT (tenant_id, network) DO UPDATE SET last_sequence = excluded.last_sequence`;
