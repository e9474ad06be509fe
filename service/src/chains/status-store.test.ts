import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { statement } from "../db/statement.ts";
import { countAllOpenWork, selectHeldLeases, selectScanned, selectStuckWork } from "./status-store.ts";

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const work = statement(`
  INSERT INTO chain_work (id, network, chain, owner, subject, operation, state, refused_at, failure_reason, not_before,
    created_at, updated_at)
  VALUES ($1, 'testnet', 'base', 'transfers', 'it', '{"kind": "mint"}', $2, $3, $4, now(), now() - $5::interval, now())`);

test("an operation is stuck if the chain rejects it or if it is older than 15 minutes", async () => {
  const { database } = testDatabase;
  await database.run(work, ["young", "queued", null, null, "1 minute"]);
  await database.run(work, ["refused", "queued", "2026-11-16T00:00:00Z", null, "1 minute"]);
  await database.run(work, ["old", "sending", null, null, "16 minutes"]);
  await database.run(work, ["done", "done", null, null, "1 hour"]);
  await database.run(work, ["failed", "failed", null, "rejected", "1 hour"]);
  const submission = statement(`
    INSERT INTO chain_submissions (work_id, number, network, chain, sender_role, sender_index, sequence, state, rejected, created_at)
    VALUES ('old', $1::int, 'testnet', 'base', 'gas', 0, $1::int, 'dead', $2, now())`);
  await database.run(submission, [1, "fee too low"]);
  await database.run(submission, [2, "nonce too high"]);
  const place = { network: "testnet", chain: "base" };
  expect(await countAllOpenWork(database)).toMatchObject([
    { ...place, state: "queued", count: 2, stuck: 1 },
    { ...place, state: "sending", count: 1, stuck: 1 },
  ]);
  expect(await selectStuckWork(database, 10)).toMatchObject([
    { ...place, id: "old", kind: "mint", submissions: 2, rejected: "nonce too high", refusedAt: undefined },
    { ...place, id: "refused", submissions: 0, rejected: undefined },
  ]);
  expect(await selectStuckWork(database, 1)).toMatchObject([{ id: "old" }]);
});

test("held leases and scan positions are returned", async () => {
  const { database } = testDatabase;
  const lease = statement(`
    INSERT INTO leases (task, holder, epoch, expires_at) VALUES ($1, $2, 1, now() + $3::interval)`);
  await database.run(lease, ["work/mainnet/solana", "one", "10 minutes"]);
  await database.run(lease, ["scan/mainnet/solana", "two", "-1 second"]);
  expect(await selectHeldLeases(database)).toEqual([
    { network: "mainnet", chain: "solana", task: "work", holder: "one" },
  ]);
  const scanPosition = `INSERT INTO chain_scan_positions (network, chain, height, hash, scanned_at) VALUES ('mainnet', 'solana', 7, 'h', now())`;
  await database.run(statement(scanPosition));
  expect(await selectScanned(database)).toMatchObject([{ network: "mainnet", chain: "solana", height: 7n }]);
});
