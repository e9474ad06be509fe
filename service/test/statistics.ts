import type { Database } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";
import { formatInstant, type Instant } from "../src/kernel/instant.ts";
import type { LedgerScope } from "../src/ledger/index.ts";
import { foldLogs } from "../src/statistics/index.ts";

/** An event of a transfer, as the fold reads it. */
export interface TransferFact {
  readonly id: string;
  readonly flow: "onramp" | "offramp" | "swap";
  readonly currency: string;
  readonly units: bigint;
  readonly createdAt: Instant;
  readonly event: "created" | "completed" | "failed" | "canceled" | "reversed";
  readonly at: Instant;
  readonly failureCode?: string;
}

const ensureAccount = statement(`
  INSERT INTO accounts (tenant_id, id, kind, name, self_attested, status, created_at, updated_at)
  VALUES ($1, $1, 'managing', 'Test', false, 'complete', now(), now()) ON CONFLICT DO NOTHING`);
const insertTransfer = statement(`
  INSERT INTO transfers (tenant_id, network, id, account_id, resource, flow, units, cents, fee_cents, currency,
    source_transfer_type, source_value_type, destination_transfer_type, destination_value_type, destination_address_id,
    ends, status, step, failure_type, failure_code, failure_at, created_at, updated_at)
  VALUES ($1, $2, $3, $1, 'transfer', $4, $5, 1, 0, $6, 'wire', 'USD', 'base', 'USDX', 'a', '{}', 'failed', 'done',
    'ach_return', $7, $8::timestamptz, $8::timestamptz, $8::timestamptz)
  ON CONFLICT DO NOTHING`);
const insertEvent = statement(`
  INSERT INTO events (tenant_id, network, account_id, sequence, id, type, data, created_at)
  VALUES ($1, $2, $1, $3, $4, $5,
    jsonb_build_object('id', $6::text, 'failure', '{ "ach_return": { "code": "R29" } }'::jsonb), $7::timestamptz)`);
const takeNumber = statement<{ readonly lastNumber: bigint }>(`
  INSERT INTO tenant_feed_numbers AS counter (tenant_id, network, last_number) VALUES ($1, $2, 1)
  ON CONFLICT (tenant_id, network) DO UPDATE SET last_number = counter.last_number + 1 RETURNING last_number`);
const insertIntoFeed = statement(`
  INSERT INTO tenant_feed (tenant_id, network, number, account_id, sequence) VALUES ($1, $2, $3, $1, $3)`);

/** Adds events of transfers to the feed of a workspace, without the modules that record them. */
export async function addTransferFacts(
  database: Database,
  { tenantId, network }: LedgerScope,
  facts: readonly TransferFact[],
): Promise<void> {
  await database.run(ensureAccount, [tenantId]);
  for (const { id, flow, units, currency, failureCode, createdAt, event, at } of facts) {
    const code = failureCode ?? null;
    const values = [tenantId, network, id, flow, units, currency, code, formatInstant(createdAt)];
    await database.transaction(async (tx) => {
      await tx.run(insertTransfer, values);
      const number = (await tx.first(takeNumber, [tenantId, network]))?.lastNumber ?? 0n;
      const name = `${id}-${number}`;
      await tx.run(insertEvent, [
        tenantId,
        network,
        number,
        name,
        `transfer.${event}`,
        id,
        formatInstant(at),
      ]);
      await tx.run(insertIntoFeed, [tenantId, network, number]);
    });
  }
}

/** Folds everything, as the job does. */
export async function foldAll(database: Database): Promise<void> {
  await foldLogs(database, new AbortController().signal);
}
