import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addTestTokens, openParty, type Party, type TestTokens, wireIn } from "../../test/transfer-party.ts";
import { frozen, startTransferApi, type TransferApi } from "../../test/transfer-world.ts";
import { expireTransfers } from "./index.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});

afterAll(() => api.stop());

const usd = (value: string) => ({ value, currency: "USD" });

async function awaiting(): Promise<{ readonly party: Party; readonly id: string }> {
  const party = await openParty(api, tokens);
  return { party, id: await party.create("100", wireIn, party.on(party.anna)) };
}

async function collecting(value: string, rail = "ach_debit") {
  const party = await openParty(api, tokens);
  return { party, id: await party.create(value, party.by(rail), party.on(party.anna)) };
}

const minted = {
  "external USD": "-100.00",
  "reserve FUSD USD": "100.00",
  "supply FUSD base FUSD": "-100.00",
  "wallet anna base FUSD": "100.00",
};
const suspended = { "external USD": "-100.00", "suspense account USD": "100.00" };

async function typesOf(party: Party): Promise<readonly string[]> {
  return (await party.events()).map(({ type }) => type);
}

/** The status of every payment, newest first. */
async function paymentsOf(party: Party) {
  return (await party.get("/payments")).body.payments;
}

describe("a wire", () => {
  test("that comes is minted for, once, and each thing is told once", async () => {
    const { party, id } = await awaiting();
    await party.wire(id, "100.00");
    expect(await party.books()).toEqual({ "clearing transfers USD": "100.00", "external USD": "-100.00" });
    const [payment] = await paymentsOf(party);
    expect(payment).toMatchObject({ status: "complete", transfer_id: id, direction: "inbound" });
    expect((await party.show(id)).source).toMatchObject({
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
    expect(await party.show(id)).toMatchObject({
      status: "complete",
      destination: { transaction_id: "tx-done" },
    });
    expect(await party.books()).toEqual(minted);
    const data = { id, account_id: party.client.accountId, amount: usd("100.00") };
    expect(await party.events()).toEqual([
      { type: "transfer.created", data: { ...data, status: "pending" } },
      { type: "transfer.completed", data: { ...data, status: "complete" } },
    ]);
    expect(await party.faults()).toEqual([]);
  });

  test.each(["99.99", "100.01"])(
    "of another amount waits in suspense, and the transfer for its own: %s",
    async (value) => {
      const { party, id } = await awaiting();
      await party.wire(id, value);
      expect(await party.books()).toEqual({
        "external USD": `-${value}`,
        "suspense account USD": value,
      });
      expect((await party.show(id)).status).toBe("pending");
      await party.wire(id, "100");
      await api.settle(id);
      expect((await party.show(id)).status).toBe("complete");
      expect(await party.books()).toMatchObject({
        "suspense account USD": value,
        "wallet anna base FUSD": "100.00",
      });
    },
  );

  test("that comes a second time waits in suspense: before the mint, and after it", async () => {
    const { party, id } = await awaiting();
    await party.wire(id, "100");
    await party.wire(id, "100");
    expect(await api.worksOf(id)).toHaveLength(1);
    await api.settle(id);
    await party.wire(id, "100");
    expect(await party.books()).toEqual({
      ...minted,
      "external USD": "-300.00",
      "suspense account USD": "200.00",
    });
    expect(await typesOf(party)).toEqual(["transfer.created", "transfer.completed"]);
  });

  test("that comes twice in one file counts once", async () => {
    const { party, id } = await awaiting();
    const body = { transfer_id: id, amount: usd("100"), type: "wire" };
    await party.post("/simulations/payments", body);
    await party.post("/simulations/payments", body);
    await api.bank();
    expect(await party.books()).toEqual({
      "external USD": "-200.00",
      "clearing transfers USD": "100.00",
      "suspense account USD": "100.00",
    });
  });

  test("may come by ACH as well", async () => {
    const { party, id } = await awaiting();
    await party.post("/simulations/payments", { transfer_id: id, amount: usd("100"), type: "ach" });
    await api.bank();
    await api.settle(id);
    expect(await party.books()).toEqual(minted);
  });

  test("that comes after the transfer was canceled waits in suspense", async () => {
    const { party, id } = await awaiting();
    expect((await party.post(`/transfers/${id}/cancel`, undefined)).body.status).toBe("canceled");
    await party.wire(id, "100");
    expect(await party.books()).toEqual(suspended);
    expect(await typesOf(party)).toEqual(["transfer.created", "transfer.canceled"]);
  });

  test("whose tokens cannot be minted leaves its money in suspense, and the transfer fails", async () => {
    const { party, id } = await awaiting();
    await party.wire(id, "100");
    await api.settle(id, frozen);
    expect(await party.books()).toEqual(suspended);
    const { status, failure, refund } = await party.show(id);
    expect({ status, refund }).toEqual({ status: "failed", refund: null });
    expect(failure).toEqual({ type: "chain_failed", occurred_at: expect.any(String), retriable: false });
    expect(await party.events()).toContainEqual({
      type: "transfer.failed",
      data: { id, account_id: party.client.accountId, status: "failed", amount: usd("100.00"), failure },
    });
    expect(await party.faults()).toEqual([]);
  });
});

test("a wire that never comes cancels its transfer after ten banking days of the bank's clock", async () => {
  const { party, id } = await awaiting();
  const { token } = party.client;
  const pass = (body: object) =>
    api.request("POST", "/simulations/clock", { token, idempotencyKey: crypto.randomUUID(), body });
  await pass({ mode: "calendar" });
  // The bank opens in the morning, and the tenth day is waited for to its end.
  for (let day = 0; day < 10; day += 1) await pass({ advance: "next_banking_day" });
  expect(await expireTransfers(api.deps)).toBe(0);
  for (let day = 0; day < 2; day += 1) await pass({ advance: "next_banking_day" });
  expect(await expireTransfers(api.deps)).toBeGreaterThanOrEqual(1);
  expect(await expireTransfers(api.deps)).toBe(0);
  expect((await party.show(id)).status).toBe("canceled");
  expect(await typesOf(party)).toEqual(["transfer.created", "transfer.canceled"]);
  // A bank that is ahead of us does not shorten the time of those that begin now.
  const later = await awaiting();
  expect(await expireTransfers(api.deps)).toBe(0);
  expect((await later.party.show(later.id)).status).toBe("pending");
  await pass({ mode: "seconds" });
});

describe("a debit", () => {
  test("that settles is minted for", async () => {
    const { party, id } = await collecting("100", "same_day_ach_debit");
    expect((await party.show(id)).source).toMatchObject({ payment_id: expect.any(String) });
    await api.bank();
    expect(await party.books()).toEqual({ "clearing transfers USD": "100.00", "external USD": "-100.00" });
    expect((await party.show(id)).source.payment_details).toMatchObject({ trace_number: expect.any(String) });
    await api.settle(id);
    expect(await party.books()).toEqual(minted);
    expect(await typesOf(party)).toEqual(["transfer.created", "transfer.completed"]);
  });

  test("of 55.01 comes back as R01: nothing was minted, and it may be tried again", async () => {
    const { party, id } = await collecting("55.01");
    await api.bank();
    const { status, failure, refund } = await party.show(id);
    expect([status, refund]).toEqual(["failed", null]);
    expect(failure).toEqual({
      type: "ach_return",
      occurred_at: expect.any(String),
      retriable: true,
      ach_return: { code: "R01", reason: expect.any(String), category: "insufficient_funds" },
    });
    expect(await party.books()).toEqual({});
    expect(await api.worksOf(id)).toEqual([]);
    const data = { id, account_id: party.client.accountId, amount: usd("55.01") };
    expect(await party.events()).toEqual([
      { type: "transfer.created", data: { ...data, status: "pending" } },
      { type: "transfer.failed", data: { ...data, status: "failed", failure } },
    ]);
  });

  test("of 55.10 comes back as unauthorised, which is no reason to try again", async () => {
    const { party, id } = await collecting("55.10");
    await api.bank();
    expect((await party.show(id)).failure).toMatchObject({
      retriable: false,
      ach_return: { code: "R10", category: "unauthorized" },
    });
  });

  test("that comes back after its tokens were given is owed by the customer; the transfer stays complete", async () => {
    const { party, id } = await collecting("100");
    await api.bank();
    await api.settle(id);
    const answer = await party.post(`/simulations/transfers/${id}/ach-return`, { code: "R10" });
    expect(answer.status).toBe(202);
    await api.bank();
    expect((await party.show(id)).status).toBe("complete");
    const { "external USD": _, ...others } = minted;
    expect(await party.books()).toEqual({ ...others, "receivable account USD": "-100.00" });
    expect(await typesOf(party)).toEqual(["transfer.created", "transfer.completed"]);
    expect(await party.faults()).toEqual([]);
  });

  test("that comes back while its tokens are on their way is owed as well", async () => {
    const { party, id } = await collecting("100");
    await api.bank();
    await party.post(`/simulations/transfers/${id}/ach-return`, { code: "R10" });
    await api.bank();
    expect((await party.show(id)).status).toBe("pending");
    await api.settle(id);
    expect((await party.books())["receivable account USD"]).toBe("-100.00");
  });

  test("that comes back, and whose tokens cannot be minted either, leaves nobody anything to pay", async () => {
    const comesBack = async (party: Party, id: string) => {
      await party.post(`/simulations/transfers/${id}/ach-return`, { code: "R10" });
      await api.bank();
    };
    const before = await collecting("100");
    await api.bank();
    await comesBack(before.party, before.id);
    await api.settle(before.id, frozen);
    expect(await before.party.books()).toEqual({});
    const after = await collecting("100");
    await api.bank();
    await api.settle(after.id, frozen);
    expect(await after.party.books()).toEqual(suspended);
    await comesBack(after.party, after.id);
    expect(await after.party.books()).toEqual({});
    for (const { party, id } of [before, after]) {
      expect((await party.show(id)).status).toBe("failed");
      expect((await party.get("/payments")).body.payments).toMatchObject([{ status: "returned" }]);
      expect(await party.faults()).toEqual([]);
    }
  });
});

describe("canceling", () => {
  const cancel = (party: Party, id: string) => party.post(`/transfers/${id}/cancel`, undefined);

  test("a debit that is in no file yet: nobody is debited", async () => {
    const { party, id } = await collecting("100");
    const answer = await cancel(party, id);
    expect([answer.status, answer.body.status]).toEqual([200, "canceled"]);
    await api.bank();
    expect(await party.books()).toEqual({});
    expect(await paymentsOf(party)).toMatchObject([{ status: "failed", transfer_id: id }]);
    expect(await typesOf(party)).toEqual(["transfer.created", "transfer.canceled"]);
  });

  test("twice, or too late, is a conflict and changes nothing", async () => {
    const { party, id } = await collecting("100");
    await cancel(party, id);
    const again = await cancel(party, id);
    expect([again.status, again.body.code]).toEqual([409, "conflict"]);
    const other = await party.create("5", party.by("ach_debit"), party.on(party.anna));
    await api.bank();
    const late = await cancel(party, other);
    expect([late.status, late.body.code]).toEqual([409, "conflict"]);
    await api.settle(other);
    expect((await cancel(party, other)).status).toBe(409);
    expect((await party.show(other)).status).toBe("complete");
  });

  test("what has been given to a chain is too late", async () => {
    const party = await openParty(api, tokens);
    await party.fund(party.anna, "FUSD", 10n);
    const id = await party.create("10", party.on(party.anna), party.on(party.bert));
    expect((await cancel(party, id)).status).toBe(409);
    expect((await party.books())["wallet anna base FUSD"]).toBe("10.00, 10.00 held");
  });

  test("and a wire at the same moment: one of them wins, and no money is lost", async () => {
    const { party, id } = await awaiting();
    await party.post("/simulations/payments", { transfer_id: id, amount: usd("100"), type: "wire" });
    const [answer] = await Promise.all([cancel(party, id), api.bank()]);
    const { status } = await party.show(id);
    const books = await party.books();
    expect([answer.status, status]).toEqual(answer.status === 200 ? [200, "canceled"] : [409, "pending"]);
    expect(books).toEqual(
      answer.status === 200 ? suspended : { "clearing transfers USD": "100.00", "external USD": "-100.00" },
    );
  });
});
