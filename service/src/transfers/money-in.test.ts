import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { frozen, startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import {
  addTestTokens,
  type Fixture,
  openFixture,
  type TestTokens,
  wireIn,
} from "../../test/transfer-fixture.ts";
import { expireTransfers } from "./index.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});

afterAll(() => api.stop());

const usd = (value: string) => ({ value, currency: "USD" });

async function awaitingFunds(): Promise<{ readonly fixture: Fixture; readonly id: string }> {
  const fixture = await openFixture(api, tokens);
  return { fixture, id: await fixture.create("100", wireIn, fixture.on(fixture.anna)) };
}

async function debitPending(value: string, rail = "ach_debit") {
  const fixture = await openFixture(api, tokens);
  return { fixture, id: await fixture.create(value, fixture.by(rail), fixture.on(fixture.anna)) };
}

const minted = {
  "external USD": "-100.00",
  "reserve FUSD USD": "100.00",
  "supply FUSD base FUSD": "-100.00",
  "wallet anna base FUSD": "100.00",
};
const suspended = { "external USD": "-100.00", "suspense account USD": "100.00" };

async function typesOf(fixture: Fixture): Promise<readonly string[]> {
  return (await fixture.events()).map(({ type }) => type);
}

/** All payments, newest first. */
async function paymentsOf(fixture: Fixture) {
  return (await fixture.get("/payments")).body.payments;
}

describe("a wire", () => {
  test("mints exactly once, and each event is published once", async () => {
    const { fixture, id } = await awaitingFunds();
    await fixture.wire(id, "100.00");
    expect(await fixture.books()).toEqual({ "clearing transfers USD": "100.00", "external USD": "-100.00" });
    const [payment] = await paymentsOf(fixture);
    expect(payment).toMatchObject({ status: "complete", transfer_id: id, direction: "inbound" });
    expect((await fixture.show(id)).source).toMatchObject({
      payment_id: payment.id,
      payment_details: { sender_name: "Sandbox Sender", imad: expect.any(String), trace_number: null },
    });
    const [work] = await api.worksOf(id);
    expect(work).toMatchObject({
      chain: "base",
      operation: { kind: "mint", units: 100_000_000n, authority: "platform" },
    });
    await api.settle(id);
    await api.settle(id);
    expect(await fixture.show(id)).toMatchObject({
      status: "complete",
      destination: { transaction_id: "tx-done" },
    });
    expect(await fixture.books()).toEqual(minted);
    const data = { id, account_id: fixture.client.accountId, amount: usd("100.00") };
    expect(await fixture.events()).toEqual([
      { type: "transfer.created", data: { ...data, status: "pending" } },
      { type: "transfer.completed", data: { ...data, status: "complete" } },
    ]);
    expect(await fixture.faults()).toEqual([]);
  });

  test.each(["99.99", "100.01"])(
    "with the wrong amount goes to suspense, and the transfer keeps waiting: %s",
    async (value) => {
      const { fixture, id } = await awaitingFunds();
      await fixture.wire(id, value);
      expect(await fixture.books()).toEqual({
        "external USD": `-${value}`,
        "suspense account USD": value,
      });
      expect((await fixture.show(id)).status).toBe("pending");
      await fixture.wire(id, "100");
      await api.settle(id);
      expect((await fixture.show(id)).status).toBe("complete");
      expect(await fixture.books()).toMatchObject({
        "suspense account USD": value,
        "wallet anna base FUSD": "100.00",
      });
    },
  );

  test("received a second time goes to suspense, before and after the mint", async () => {
    const { fixture, id } = await awaitingFunds();
    await fixture.wire(id, "100");
    await fixture.wire(id, "100");
    expect(await api.worksOf(id)).toHaveLength(1);
    await api.settle(id);
    await fixture.wire(id, "100");
    expect(await fixture.books()).toEqual({
      ...minted,
      "external USD": "-300.00",
      "suspense account USD": "200.00",
    });
    expect(await typesOf(fixture)).toEqual(["transfer.created", "transfer.completed"]);
  });

  test("received twice in one file funds the transfer once", async () => {
    const { fixture, id } = await awaitingFunds();
    const body = { transfer_id: id, amount: usd("100"), type: "wire" };
    await fixture.post("/simulations/payments", body);
    await fixture.post("/simulations/payments", body);
    await api.bank();
    expect(await fixture.books()).toEqual({
      "external USD": "-200.00",
      "clearing transfers USD": "100.00",
      "suspense account USD": "100.00",
    });
  });

  test("can also arrive by ACH", async () => {
    const { fixture, id } = await awaitingFunds();
    await fixture.post("/simulations/payments", { transfer_id: id, amount: usd("100"), type: "ach" });
    await api.bank();
    await api.settle(id);
    expect(await fixture.books()).toEqual(minted);
  });

  test("received after cancellation goes to suspense", async () => {
    const { fixture, id } = await awaitingFunds();
    expect((await fixture.post(`/transfers/${id}/cancel`, undefined)).body.status).toBe("canceled");
    await fixture.wire(id, "100");
    expect(await fixture.books()).toEqual(suspended);
    expect(await typesOf(fixture)).toEqual(["transfer.created", "transfer.canceled"]);
  });

  test("whose tokens cannot be minted moves to suspense, and the transfer fails", async () => {
    const { fixture, id } = await awaitingFunds();
    await fixture.wire(id, "100");
    await api.settle(id, frozen);
    expect(await fixture.books()).toEqual(suspended);
    const { status, failure, refund } = await fixture.show(id);
    expect({ status, refund }).toEqual({ status: "failed", refund: null });
    expect(failure).toEqual({ type: "chain_failed", occurred_at: expect.any(String), retriable: false });
    expect(await fixture.events()).toContainEqual({
      type: "transfer.failed",
      data: { id, account_id: fixture.client.accountId, status: "failed", amount: usd("100.00"), failure },
    });
    expect(await fixture.faults()).toEqual([]);
  });
});

test("a transfer is canceled if its wire does not arrive within ten banking days of the bank's clock", async () => {
  const { fixture, id } = await awaitingFunds();
  const { token } = fixture.client;
  const setClock = (body: object) =>
    api.request("POST", "/simulations/clock", { token, idempotencyKey: crypto.randomUUID(), body });
  await setClock({ mode: "calendar" });
  // The bank day starts in the morning; the deadline is the end of the tenth day.
  for (let day = 0; day < 10; day += 1) await setClock({ advance: "next_banking_day" });
  expect(await expireTransfers(api.deps)).toBe(0);
  for (let day = 0; day < 2; day += 1) await setClock({ advance: "next_banking_day" });
  expect(await expireTransfers(api.deps)).toBeGreaterThanOrEqual(1);
  expect(await expireTransfers(api.deps)).toBe(0);
  expect((await fixture.show(id)).status).toBe("canceled");
  expect(await typesOf(fixture)).toEqual(["transfer.created", "transfer.canceled"]);
  // A bank clock that is ahead of ours does not shorten the deadline of new transfers.
  const later = await awaitingFunds();
  expect(await expireTransfers(api.deps)).toBe(0);
  expect((await later.fixture.show(later.id)).status).toBe("pending");
  await setClock({ mode: "seconds" });
});

describe("a debit", () => {
  test("mints when it settles", async () => {
    const { fixture, id } = await debitPending("100", "same_day_ach_debit");
    expect((await fixture.show(id)).source).toMatchObject({ payment_id: expect.any(String) });
    await api.bank();
    expect(await fixture.books()).toEqual({ "clearing transfers USD": "100.00", "external USD": "-100.00" });
    expect((await fixture.show(id)).source.payment_details).toMatchObject({
      trace_number: expect.any(String),
    });
    await api.settle(id);
    expect(await fixture.books()).toEqual(minted);
    expect(await typesOf(fixture)).toEqual(["transfer.created", "transfer.completed"]);
  });

  test("of 55.01 is returned as R01: nothing is minted, and it is retriable", async () => {
    const { fixture, id } = await debitPending("55.01");
    await api.bank();
    const { status, failure, refund } = await fixture.show(id);
    expect([status, refund]).toEqual(["failed", null]);
    expect(failure).toEqual({
      type: "ach_return",
      occurred_at: expect.any(String),
      retriable: true,
      ach_return: { code: "R01", reason: expect.any(String), category: "insufficient_funds" },
    });
    expect(await fixture.books()).toEqual({});
    expect(await api.worksOf(id)).toEqual([]);
    const data = { id, account_id: fixture.client.accountId, amount: usd("55.01") };
    expect(await fixture.events()).toEqual([
      { type: "transfer.created", data: { ...data, status: "pending" } },
      { type: "transfer.failed", data: { ...data, status: "failed", failure } },
    ]);
  });

  test("of 55.10 is returned as unauthorized and is not retriable", async () => {
    const { fixture, id } = await debitPending("55.10");
    await api.bank();
    expect((await fixture.show(id)).failure).toMatchObject({
      retriable: false,
      ach_return: { code: "R10", category: "unauthorized" },
    });
  });

  test("returned after delivery becomes a receivable from the customer; the transfer stays complete", async () => {
    const { fixture, id } = await debitPending("100");
    await api.bank();
    await api.settle(id);
    const response = await fixture.post(`/simulations/transfers/${id}/ach-return`, { code: "R10" });
    expect(response.status).toBe(202);
    await api.bank();
    expect((await fixture.show(id)).status).toBe("complete");
    const { "external USD": _, ...others } = minted;
    expect(await fixture.books()).toEqual({ ...others, "receivable account USD": "-100.00" });
    expect(await typesOf(fixture)).toEqual(["transfer.created", "transfer.completed", "transfer.reversed"]);
    expect(await fixture.faults()).toEqual([]);
  });

  test("returned while delivery is in flight becomes a receivable too", async () => {
    const { fixture, id } = await debitPending("100");
    await api.bank();
    await fixture.post(`/simulations/transfers/${id}/ach-return`, { code: "R10" });
    await api.bank();
    expect((await fixture.show(id)).status).toBe("pending");
    await api.settle(id);
    expect((await fixture.books())["receivable account USD"]).toBe("-100.00");
  });

  test("returned when the mint also failed leaves no balance", async () => {
    const returnDebit = async (fixture: Fixture, id: string) => {
      await fixture.post(`/simulations/transfers/${id}/ach-return`, { code: "R10" });
      await api.bank();
    };
    const before = await debitPending("100");
    await api.bank();
    await returnDebit(before.fixture, before.id);
    await api.settle(before.id, frozen);
    expect(await before.fixture.books()).toEqual({});
    const after = await debitPending("100");
    await api.bank();
    await api.settle(after.id, frozen);
    expect(await after.fixture.books()).toEqual(suspended);
    await returnDebit(after.fixture, after.id);
    expect(await after.fixture.books()).toEqual({});
    for (const { fixture, id } of [before, after]) {
      expect((await fixture.show(id)).status).toBe("failed");
      expect((await fixture.get("/payments")).body.payments).toMatchObject([{ status: "returned" }]);
      expect(await fixture.faults()).toEqual([]);
    }
  });
});

describe("cancellation", () => {
  const cancel = (fixture: Fixture, id: string) => fixture.post(`/transfers/${id}/cancel`, undefined);

  test("of a debit that is not in a file yet prevents the debit", async () => {
    const { fixture, id } = await debitPending("100");
    const response = await cancel(fixture, id);
    expect([response.status, response.body.status]).toEqual([200, "canceled"]);
    await api.bank();
    expect(await fixture.books()).toEqual({});
    expect(await paymentsOf(fixture)).toMatchObject([{ status: "failed", transfer_id: id }]);
    expect(await typesOf(fixture)).toEqual(["transfer.created", "transfer.canceled"]);
  });

  test("twice or too late is a conflict and has no effect", async () => {
    const { fixture, id } = await debitPending("100");
    await cancel(fixture, id);
    const again = await cancel(fixture, id);
    expect([again.status, again.body.code]).toEqual([409, "conflict"]);
    const other = await fixture.create("5", fixture.by("ach_debit"), fixture.on(fixture.anna));
    await api.bank();
    const late = await cancel(fixture, other);
    expect([late.status, late.body.code]).toEqual([409, "conflict"]);
    await api.settle(other);
    expect((await cancel(fixture, other)).status).toBe(409);
    expect((await fixture.show(other)).status).toBe("complete");
  });

  test("is too late once a chain operation was submitted", async () => {
    const fixture = await openFixture(api, tokens);
    await fixture.fund(fixture.anna, "FUSD", 10n);
    const id = await fixture.create("10", fixture.on(fixture.anna), fixture.on(fixture.bert));
    expect((await cancel(fixture, id)).status).toBe(409);
    expect((await fixture.books())["wallet anna base FUSD"]).toBe("10.00, 10.00 held");
  });

  test("racing with a wire: one of them wins, and no money is lost", async () => {
    const { fixture, id } = await awaitingFunds();
    await fixture.post("/simulations/payments", { transfer_id: id, amount: usd("100"), type: "wire" });
    const [response] = await Promise.all([cancel(fixture, id), api.bank()]);
    const { status } = await fixture.show(id);
    const books = await fixture.books();
    expect([response.status, status]).toEqual(response.status === 200 ? [200, "canceled"] : [409, "pending"]);
    expect(books).toEqual(
      response.status === 200 ? suspended : { "clearing transfers USD": "100.00", "external USD": "-100.00" },
    );
  });
});
