import type { Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { type Network, platformTenant, type TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { addCounts, bucketOf, startOf } from "./count-store.ts";

const count = statement(
  addCounts(
    "statistics",
    `SELECT $1::text, $2::text, 'confirmations', grain, ${startOf("grain", "$3::timestamptz")}, chain, '', '',
            ${bucketOf("took_ms")}, count(*), 0::numeric
       FROM unnest($4::text[], $5::double precision[]) AS confirmed (chain, took_ms)`,
    "true",
  ),
);

/** Counts the transactions of a tenant that became final, by the time since they were first sent. */
export async function countConfirmations(
  tx: Transaction,
  {
    tenantId = platformTenant,
    network,
  }: { readonly tenantId: TenantId | undefined; readonly network: Network },
  confirmed: readonly { readonly chain: string; readonly sentAt: Instant }[],
  now: Instant,
): Promise<void> {
  if (confirmed.length === 0) return;
  await tx.run(count, [
    tenantId,
    network,
    formatInstant(now),
    confirmed.map(({ chain }) => chain),
    confirmed.map(({ sentAt }) => Math.max(0, now - sentAt)),
  ]);
}
