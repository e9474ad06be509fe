import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture } from "../../test/transfer-fixture.ts";
import { sumOf, writesOf } from "../../test/writes.ts";
import { createIdFactory } from "../kernel/id.ts";

let api: TransferApi;
let fixture: Fixture;

beforeAll(async () => {
  api = await startTransferApi({ environment: { REQUEST_LOG_DAYS: "0" } });
  fixture = await openFixture(api, await addTestTokens(api));
  await fixture.fund(fixture.anna, "FUSD", 100n);
  // The first one creates its ledger accounts, too.
  await payOut();
});

afterAll(() => api.stop());

const payOut = () => fixture.create("1", fixture.on(fixture.anna), fixture.on(fixture.outside));

test("an accepted payout inserts 10 rows, with at most 24 index entries", async () => {
  const { rows, entries } = await writesOf(api.database, payOut);
  expect(rows).toEqual({
    audit_log: 1,
    audit_unsealed: 1,
    chain_work: 1,
    event_outbox: 1,
    events: 1,
    idempotency_records: 1,
    ledger_entries: 1,
    ledger_holds: 1,
    ledger_journal: 1,
    transfers: 1,
  });
  expect(sumOf(entries), Object.keys(entries).sort().join("\n")).toBeLessThanOrEqual(24);
});

test("a transfer of an account that does not exist is refused and writes nothing", async () => {
  const { rows } = await writesOf(api.database, async () => {
    const body = {
      amount: { value: "1", currency: "USD" },
      source: fixture.on(fixture.anna),
      destination: fixture.on(fixture.outside),
    };
    const { status } = await fixture.post("/transfers", body, { accountId: createIdFactory(api.clock)() });
    expect(status).toBe(404);
  });
  expect(rows).toEqual({});
});

test("no statement deletes an account, so its transfers and payments need no foreign key", async () => {
  const statements = await readFile(join(import.meta.dirname, "../../statements.sql"), "utf8");
  expect(statements).toMatch(/UPDATE accounts\b/);
  expect(statements).not.toMatch(/(?:DELETE FROM|TRUNCATE) accounts\b/);
});
