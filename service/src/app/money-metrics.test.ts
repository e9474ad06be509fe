import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { openPayments, received } from "../../test/payments.ts";
import { credit, from, fusd, transferBetween } from "../../test/transfer-samples.ts";
import { statement } from "../db/statement.ts";
import { platformTenant } from "../kernel/id.ts";
import { insertTransfers } from "../transfers/store.ts";
import { createMoneyMetrics } from "./money-metrics.ts";

test("without pending work the counts that need manual action are zero, and bank metrics are absent", async () => {
  await using env = await openPayments();
  const reported = await metricsOf(env);
  expect(reported).toContain('florin_transfers_needing_action{step="held"} 0\n');
  expect(reported).toContain('florin_transfers_needing_action{step="refund_failed"} 0\n');
  expect(reported).toContain('florin_payments_suspense{network="mainnet"} 0\n');
  expect(reported).not.toMatch(/^florin_(?:bank|payments_suspense_oldest).*\{/m);
});

test("transfers that need manual action are counted by step", async () => {
  await using env = await openPayments();
  const { newId, scope, account } = env;
  const add = (overrides: Parameters<typeof transferBetween>[2]) =>
    transferBetween(from(fusd, "base"), credit, {
      ...scope,
      id: newId<"transfer">(),
      accountId: account.id,
      ...overrides,
    });
  const hold = { end: "source", listVersion: "1", hitUids: ["36"] } as const;
  const held = { state: { status: "pending", step: "held" }, hold } as const;
  const refundFailed = { state: { status: "failed", step: "refund_failed", failure: undefined } } as const;
  const transfers = [add(held), add(held), add(refundFailed)];
  await env.database.transaction((tx) => insertTransfers(tx, transfers));
  const reported = await metricsOf(env);
  expect(reported).toContain('florin_transfers_needing_action{step="held"} 2\n');
  expect(reported).toContain('florin_transfers_needing_action{step="refund_failed"} 1\n');
});

test("payments in suspense are counted, with the age of the oldest", async () => {
  await using env = await openPayments();
  const unmatched = { tenantId: platformTenant, network: "testnet" } as const;
  await env.hear([received()], unmatched);
  env.clock.advance(90_000);
  await env.hear([received()], unmatched);
  const reported = await metricsOf(env);
  expect(reported).toContain('florin_payments_suspense{network="testnet"} 2\n');
  expect(reported).toContain('florin_payments_suspense_oldest_seconds{network="testnet"} 90\n');
});

test("bank files and exceptions are counted by state and kind", async () => {
  await using env = await openPayments();
  const { database } = env;
  for (const [id, direction, state] of [
    ["1", "out", "stored"],
    ["2", "in", "quarantined"],
    ["3", "in", "quarantined"],
    ["4", "in", "read"],
  ] as const)
    await database.run(insertFile, [id, direction, state]);
  await database.run(insertItem);
  const reported = await metricsOf(env);
  expect(reported).toContain('florin_bank_files{network="mainnet",state="unsent"} 1\n');
  expect(reported).toContain('florin_bank_files{network="mainnet",state="quarantined"} 2\n');
  expect(reported).not.toContain('state="unread"');
  expect(reported).toContain('florin_bank_items{network="mainnet",kind="unknown_debit"} 1\n');
  const age = /florin_bank_items_oldest_seconds\{network="mainnet",kind="unknown_debit"\} (\d+)/.exec(
    reported,
  );
  expect(Number(age?.[1])).toBeGreaterThanOrEqual(3_600);
});

const insertFile = statement(`
  INSERT INTO bank_files (id, network, direction, name, sha256, size_bytes, state, sealed, created_at, updated_at)
  VALUES ($1, 'mainnet', $2, $1, $1, 1, $3, '\\x00', now(), now())`);
const insertItem = statement(`
  INSERT INTO bank_items (id, network, key, kind, detail, state, created_at, updated_at)
  VALUES ('1', 'mainnet', 'k', 'unknown_debit', 'a fee', 'open', now() - interval '1 hour', now())`);

function metricsOf(parts: Parameters<typeof createMoneyMetrics>[1]): Promise<string> {
  const registry = new Registry();
  createMoneyMetrics(registry, parts);
  return registry.metrics();
}
