import { afterAll, beforeAll, expect, test } from "vitest";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import {
  addTestTokens,
  type Fixture,
  openFixture,
  type TestTokens,
  wireIn,
} from "../../../test/transfer-fixture.ts";
import { statement } from "../../db/statement.ts";
import { systemClock } from "../../kernel/instant.ts";
import { expireTransfers } from "../index.ts";

let api: TransferApi;
let tokens: TestTokens;
beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});
afterAll(() => api.stop());

const dayMs = 86_400_000;

function setClock({ client: { token } }: Fixture, body: object) {
  return api.request("POST", "/simulations/clock", { token, body });
}

async function advance(fixture: Fixture, to: string, times = 1): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect((await setClock(fixture, { advance: to })).status).toBe(200);
}

async function aheadMs({ client: { token } }: Fixture): Promise<number> {
  const { body } = await api.request("GET", "/simulations/clock", { token });
  return Date.parse(body.now) - systemClock.now();
}

const createWire = (fixture: Fixture) => fixture.create("300.00", wireIn, fixture.on(fixture.anna));

/** A payout by ACH, burned and queued at the bank. */
async function createPayout(fixture: Fixture): Promise<string> {
  await fixture.fund(fixture.anna, "FUSD", 50n);
  const id = await fixture.create("20.00", fixture.on(fixture.anna), {
    address_id: fixture.checking,
    value_type: "USD",
    transfer_type: "ach_credit",
  });
  await api.settle(id);
  await api.bank();
  return id;
}

const statesOf = statement<{ readonly state: string }>(
  "SELECT state FROM bank_entries WHERE tenant_id = $1 ORDER BY id",
);
const entryStates = async ({ client: { accountId } }: Fixture) =>
  (await api.database.rows(statesOf, [accountId])).map(({ state }) => state);

test("a tenant that drives its clock moves nothing of another tenant", async () => {
  const [neighbour, attacker] = [await openFixture(api, tokens), await openFixture(api, tokens)];
  await setClock(neighbour, { mode: "calendar" });
  const [wire, payout] = [await createWire(neighbour), await createPayout(neighbour)];
  const own = await createWire(attacker);
  expect(await entryStates(neighbour)).toEqual(["queued"]);
  await setClock(attacker, { mode: "calendar" });
  await advance(attacker, "next_banking_day", 12);
  await expireTransfers(api.deps);
  await api.bank();
  expect((await attacker.show(own)).status).toBe("canceled");
  expect((await neighbour.show(wire)).status).toBe("pending");
  expect((await neighbour.show(payout)).status).toBe("pending");
  expect(await entryStates(neighbour)).toEqual(["queued"]);
  expect(await aheadMs(attacker)).toBeGreaterThan(14 * dayMs);
  expect(await aheadMs(neighbour)).toBeLessThan(dayMs / 24);
});

test("a tenant's own payments follow its clock: a payout leaves at the next window and settles the day after", async () => {
  const fixture = await openFixture(api, tokens);
  await setClock(fixture, { mode: "calendar" });
  const payout = await createPayout(fixture);
  expect(await entryStates(fixture)).toEqual(["queued"]);
  await advance(fixture, "next_window");
  await api.bank();
  expect(await entryStates(fixture)).toEqual(["sent"]);
  await advance(fixture, "next_banking_day", 2);
  await api.bank();
  expect((await fixture.show(payout)).status).toBe("complete");
  // So does a payout that is created when the clock is ahead already.
  const later = await createPayout(fixture);
  await advance(fixture, "next_window");
  await api.bank();
  expect((await fixture.show(later)).status).toBe("pending");
  await advance(fixture, "next_banking_day", 2);
  await api.bank();
  expect((await fixture.show(later)).status).toBe("complete");
  expect(await fixture.faults()).toEqual([]);
});

test("a new transfer has its ten banking days, however far the clock is ahead", async () => {
  const fixture = await openFixture(api, tokens);
  await advance(fixture, "next_banking_day", 30);
  const wire = await createWire(fixture);
  await advance(fixture, "next_banking_day", 9);
  await expireTransfers(api.deps);
  expect((await fixture.show(wire)).status).toBe("pending");
  await advance(fixture, "next_banking_day", 3);
  await expireTransfers(api.deps);
  expect((await fixture.show(wire)).status).toBe("canceled");
});

test("the clock is at most 400 days ahead, and can be reset", async () => {
  const fixture = await openFixture(api, tokens);
  await setClock(fixture, { mode: "calendar" });
  let last = await setClock(fixture, { advance: "next_banking_day" });
  for (let calls = 1; calls < 400 && last.status === 200; calls += 1)
    last = await setClock(fixture, { advance: "next_banking_day" });
  expect([last.status, last.body.code]).toEqual([422, "unprocessable"]);
  expect(last.body.errors).toEqual([
    { pointer: "/advance", detail: "would be more than 400 days ahead; reset the clock" },
  ]);
  expect(await aheadMs(fixture)).toBeGreaterThan(390 * dayMs);
  expect(await aheadMs(fixture)).toBeLessThanOrEqual(400 * dayMs);
  expect((await setClock(fixture, { reset: true })).body.mode).toBe("seconds");
  expect(await aheadMs(fixture)).toBeLessThan(dayMs / 24);
  // Payments settle by the current time again.
  const payout = await createPayout(fixture);
  await api.bank();
  expect((await fixture.show(payout)).status).toBe("complete");
});

test("the clock is set to something", async () => {
  const fixture = await openFixture(api, tokens);
  expect((await setClock(fixture, {})).status).toBe(400);
  expect((await setClock(fixture, { reset: false })).status).toBe(400);
});
