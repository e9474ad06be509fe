import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { openPayments, received } from "../../test/payments.ts";
import { credit, from, fusd, transferBetween } from "../../test/transfer-samples.ts";
import { statement } from "../db/statement.ts";
import { platformTenant } from "../kernel/id.ts";
import { insertTransfers } from "../transfers/store.ts";
import { createMoneyMetrics } from "./money-metrics.ts";

test("where nothing waits, those who wait for a person are none, and of the bank nothing is said", async () => {
  await using world = await openPayments();
  const told = await metricsOf(world);
  expect(told).toContain('florin_transfers_waiting{step="held"} 0\n');
  expect(told).toContain('florin_transfers_waiting{step="stranded"} 0\n');
  expect(told).toContain('florin_payments_suspense{network="mainnet"} 0\n');
  expect(told).not.toMatch(/^florin_(?:bank|payments_suspense_oldest).*\{/m);
});

test("transfers that wait for a person are counted by what they wait for", async () => {
  await using world = await openPayments();
  const { newId, scope, account } = world;
  const add = (more: Parameters<typeof transferBetween>[2]) =>
    transferBetween(from(fusd, "base"), credit, {
      ...scope,
      id: newId<"transfer">(),
      accountId: account.id,
      ...more,
    });
  const hold = { end: "source", listVersion: "1", hitUids: ["36"] } as const;
  const held = { state: { status: "pending", step: "held" }, hold } as const;
  const stranded = { state: { status: "failed", step: "stranded", failure: undefined } } as const;
  const transfers = [add(held), add(held), add(stranded)];
  await world.database.transaction((tx) => insertTransfers(tx, transfers));
  const told = await metricsOf(world);
  expect(told).toContain('florin_transfers_waiting{step="held"} 2\n');
  expect(told).toContain('florin_transfers_waiting{step="stranded"} 1\n');
});

test("money in suspense is counted, with the age of the oldest", async () => {
  await using world = await openPayments();
  const unmatched = { tenantId: platformTenant, network: "testnet" } as const;
  await world.hear([received()], unmatched);
  world.clock.advance(90_000);
  await world.hear([received()], unmatched);
  const told = await metricsOf(world);
  expect(told).toContain('florin_payments_suspense{network="testnet"} 2\n');
  expect(told).toContain('florin_payments_suspense_oldest_seconds{network="testnet"} 90\n');
});

test("files and items of the bank are counted by what is the matter with them", async () => {
  await using world = await openPayments();
  const { database } = world;
  for (const [id, direction, state] of [
    ["1", "out", "stored"],
    ["2", "in", "quarantined"],
    ["3", "in", "quarantined"],
    ["4", "in", "read"],
  ] as const)
    await database.run(insertFile, [id, direction, state]);
  await database.run(insertItem);
  const told = await metricsOf(world);
  expect(told).toContain('florin_bank_files{network="mainnet",state="unsent"} 1\n');
  expect(told).toContain('florin_bank_files{network="mainnet",state="quarantined"} 2\n');
  expect(told).not.toContain('state="unread"');
  expect(told).toContain('florin_bank_items{network="mainnet",kind="unknown_debit"} 1\n');
  const age = /florin_bank_items_oldest_seconds\{network="mainnet",kind="unknown_debit"\} (\d+)/.exec(told);
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
