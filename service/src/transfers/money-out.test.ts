import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManualClock, testCause } from "../../test/auth.ts";
import { recoverPayment } from "../../test/recovery.ts";
import { frozen, startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, type TestTokens } from "../../test/transfer-fixture.ts";
import { assert } from "../kernel/assert.ts";
import { creditRails } from "../rails/rail.ts";
import { refundTransfer, setFee, transferJobs } from "./index.ts";
import { selectAnyTransfer } from "./store.ts";
import { beginStep } from "./transfer-step.ts";

let api: TransferApi;
let tokens: TestTokens;

const clock = createManualClock();

beforeAll(async () => {
  api = await startTransferApi({ clock });
  tokens = await addTestTokens(api);
});

afterAll(() => api.stop());

const usd = (value: string) => ({ value, currency: "USD" });

async function holder(valueType: "FUSD" | "XUSD" = "FUSD"): Promise<Fixture> {
  const fixture = await openFixture(api, tokens);
  await fixture.fund(fixture.anna, valueType, 100n);
  return fixture;
}

async function offramp(rail: string, valueType: "FUSD" | "XUSD" = "FUSD", value = "60") {
  const fixture = await holder(valueType);
  if (valueType === "XUSD") await fixture.fillTreasury("USD", 80n);
  const before = await fixture.books();
  const source = fixture.on(fixture.anna, valueType);
  const id = await fixture.create(value, source, fixture.by(rail));
  return { fixture, before, id };
}

async function typesOf(fixture: Fixture): Promise<readonly string[]> {
  return (await fixture.events()).map(({ type }) => type);
}

describe("a payout in dollars", () => {
  test.each(creditRails)("is sent after the tokens are burned: %s", async (rail) => {
    const { fixture, id } = await offramp(rail);
    await api.bank();
    expect((await fixture.get("/payments")).body.payments).toEqual([]);
    await api.settle(id);
    expect(await fixture.books()).toMatchObject({
      "clearing transfers USD": "60.00",
      "reserve FUSD USD": "40.00",
    });
    await api.bank();
    const shown = await fixture.show(id);
    expect(shown).toMatchObject({
      status: "complete",
      refund: null,
      source: { transaction_id: "tx-done" },
    });
    const [payment] = (await fixture.get("/payments")).body.payments;
    expect(payment).toMatchObject({
      id: shown.destination.payment_id,
      status: "complete",
      transfer_id: id,
    });
    expect(await fixture.books()).toEqual({
      "external USD": "-40.00",
      "reserve FUSD USD": "40.00",
      "supply FUSD base FUSD": "-40.00",
      "wallet anna base FUSD": "40.00",
    });
    expect(await typesOf(fixture)).toEqual(["transfer.created", "transfer.completed"]);
    expect(await fixture.faults()).toEqual([]);
  });

  test("is returned by the time of its order, whatever the age of its transfer", async () => {
    const fixture = await holder();
    const create = () => fixture.create("10", fixture.on(fixture.anna, "FUSD"), fixture.by("wire"));
    const older = await create();
    clock.advance(1_000);
    const newer = await create();
    await api.settle(newer);
    clock.advance(1_000);
    await api.settle(older);
    const { payments } = (await fixture.get("/payments")).body;
    expect(payments).toMatchObject([{ transfer_id: older }, { transfer_id: newer }]);
  });

  test("that the bank has, and a recovered database does not know, keeps its id", async () => {
    const { fixture, id } = await offramp("wire");
    const transfer = await selectAnyTransfer(api.database, id);
    assert(transfer !== undefined, "it was created");
    const { begins } = beginStep(transfer, "paying_out", clock.now());
    const mark = begins.orders[0]?.id ?? "";
    await recoverPayment(api.database, { id: api.deps.newId(), mark, at: clock.now() });
    clock.advance(1_000);
    await api.settle(id);
    expect((await fixture.show(id)).destination.payment_id).toBe(mark);
    expect((await fixture.get(`/payments/${mark}`)).body).toMatchObject({ id: mark, transfer_id: id });
  });

  test("is not sent if the tokens cannot be burned", async () => {
    const { fixture, before, id } = await offramp("wire");
    await api.settle(id, { ...frozen, reason: "insufficient_tokens" });
    await api.bank();
    expect(await fixture.show(id)).toMatchObject({
      status: "failed",
      refund: null,
      failure: { type: "insufficient_funds", retriable: false },
    });
    expect(await fixture.books()).toEqual(before);
  });

  test("that the receiving bank rejects on FedNow is refunded in tokens", async () => {
    const { fixture, before, id } = await offramp("fednow_credit", "FUSD", "55.03");
    await api.settle(id);
    await api.bank();
    const failed = await fixture.show(id);
    expect(failed).toMatchObject({ status: "failed", failure: { type: "rail_rejected" } });
    const payment = await fixture.get(`/payments/${failed.destination.payment_id}`);
    expect(payment.body).toMatchObject({
      type: "fednow",
      status: "failed",
      details: { reason: { code: "AC03" }, imad: null, trace_number: null },
    });
    await api.settle(id);
    expect(await fixture.books()).toEqual(before);
  });

  test("that the bank rejects is refunded in tokens", async () => {
    const { fixture, before, id } = await offramp("wire");
    await api.settle(id);
    await api.bankRound();
    const rejected = await fixture.post(`/simulations/transfers/${id}/reject`, {});
    expect([rejected.status, rejected.body.status]).toEqual([202, "pending"]);
    await api.bank();
    expect(await fixture.show(id)).toMatchObject({
      status: "failed",
      failure: { type: "rail_rejected", retriable: false },
      refund: { status: "pending", transaction_id: null },
    });
    await api.settle(id);
    expect((await fixture.show(id)).refund).toEqual({ status: "complete", transaction_id: "tx-done" });
    expect(await fixture.books()).toEqual(before);
    expect(await typesOf(fixture)).toEqual(["transfer.created", "transfer.failed"]);
  });

  test.each([
    ["wire", "wire-return", { code: "AC04" }, { type: "wire_return", wire_return: { code: "AC04" } }],
    [
      "ach_credit",
      "ach-return",
      { code: "R03" },
      { type: "ach_return", ach_return: { code: "R03", category: "administrative" } },
    ],
    ["fednow_credit", "return", { code: "AC03" }, { type: "rail_rejected" }],
    ["rtp_credit", "return", {}, { type: "rail_rejected" }],
    ["ach_credit", "return", {}, { type: "ach_return", ach_return: { code: "R03" } }],
  ])("that is returned later makes a complete transfer fail: %s", async (rail, simulation, body, failure) => {
    const { fixture, before, id } = await offramp(rail);
    await api.settle(id);
    await api.bank();
    expect((await fixture.show(id)).status).toBe("complete");
    expect((await fixture.post(`/simulations/transfers/${id}/${simulation}`, body)).status).toBe(202);
    await api.bank();
    const failed = await fixture.show(id);
    expect(failed).toMatchObject({ status: "failed", failure, refund: { status: "pending" } });
    expect((await api.worksOf(id)).at(-1)).toMatchObject({
      operation: { kind: "mint", units: 60_000_000n },
    });
    await api.settle(id);
    expect(await fixture.books()).toEqual(before);
    expect(await fixture.events()).toEqual([
      expect.objectContaining({ type: "transfer.created" }),
      expect.objectContaining({ type: "transfer.completed" }),
      {
        type: "transfer.failed",
        data: {
          id,
          account_id: fixture.client.accountId,
          status: "failed",
          amount: usd("60.00"),
          failure: failed.failure,
        },
      },
    ]);
    expect(await fixture.faults()).toEqual([]);
  });

  test("that is returned also refunds the fee", async () => {
    const fixture = await holder();
    await withFee(fixture, 150n);
    const before = await fixture.books();
    const id = await fixture.create("60", fixture.on(fixture.anna), fixture.by("wire"));
    await api.settle(id);
    await api.bank();
    expect(await fixture.books()).toMatchObject({ "fees USD": "1.50", "external USD": "-41.50" });
    expect((await fixture.get("/payments")).body.payments[0].amount).toEqual(usd("58.50"));
    await fixture.post(`/simulations/transfers/${id}/wire-return`, {});
    await api.bank();
    await api.settle(id);
    expect(await fixture.books()).toEqual(before);
  });
});

async function withFee(fixture: Fixture, flatCents: bigint): Promise<void> {
  await api.database.transaction((tx) =>
    setFee(api.deps, tx, {
      managingAccountId: fixture.client.accountId,
      network: "testnet",
      accountId: undefined,
      transferType: undefined,
      flow: "offramp",
      cause: testCause,
      flatCents,
      basisPoints: 0,
      minimumCents: 0n,
      maximumCents: undefined,
    }),
  );
}

describe("third-party tokens", () => {
  test("are bought by the treasury", async () => {
    const { fixture, id } = await offramp("wire", "XUSD");
    expect(await fixture.books()).toMatchObject({
      "wallet anna base XUSD": "100.00, 60.00 held",
      "treasury USD": "80.00, 60.00 held",
    });
    expect((await api.worksOf(id))[0]).toMatchObject({ operation: { kind: "transfer", units: 60_000_000n } });
    await api.settle(id);
    expect((await fixture.books())["treasury vault base XUSD"]).toBe("60.00, 60.00 held");
    await api.bank();
    expect(await fixture.books()).toMatchObject({
      "treasury vault base XUSD": "60.00",
      "treasury USD": "20.00",
      "wallet anna base XUSD": "40.00",
    });
    expect((await fixture.show(id)).status).toBe("complete");
  });

  test("are refunded by the treasury after a return: automatically, or manually", async () => {
    const { fixture, before, id } = await offramp("wire", "XUSD");
    await api.settle(id);
    await api.bank();
    await fixture.post(`/simulations/transfers/${id}/wire-return`, {});
    await api.bank();
    expect(await fixture.show(id)).toMatchObject({
      status: "failed",
      failure: { type: "wire_return", wire_return: { code: "AC04" } },
      refund: { status: "pending", transaction_id: null },
    });
    expect(await fixture.books()).toMatchObject({
      "clearing transfers USD": "60.00",
      "treasury vault base XUSD": "60.00",
    });
    await runJob("transfers.retry_refunds");
    expect((await fixture.books())["treasury vault base XUSD"]).toBe("60.00, 60.00 held");
    await api.settle(id, frozen);
    expect((await fixture.show(id)).refund.status).toBe("pending");
    // A refund that a chain has refused is not retried before an operator has reviewed it.
    const attempts = (await api.worksOf(id)).length;
    await runJob("transfers.retry_refunds");
    expect(await api.worksOf(id)).toHaveLength(attempts);
    await refundTransfer(api.deps, { id, cause: testCause });
    await api.settle(id);
    expect((await fixture.show(id)).refund).toEqual({ status: "complete", transaction_id: "tx-done" });
    expect(await fixture.books()).toEqual(before);
    expect(await typesOf(fixture)).toEqual(["transfer.created", "transfer.completed", "transfer.failed"]);
    expect(await fixture.faults()).toEqual([]);
    await expect(refundTransfer(api.deps, { id, cause: testCause })).rejects.toThrow("has no failed refund");
  });

  test("that the treasury no longer has are refunded once it has some again", async () => {
    const { fixture, id } = await offramp("wire", "XUSD");
    await api.settle(id);
    await api.bank();
    await fixture.fund(fixture.anna, "FUSD", 60n);
    const swap = await fixture.create("50", fixture.on(fixture.anna), fixture.on(fixture.bert, "XUSD"));
    await api.settle(swap);
    await api.settle(swap);
    await fixture.post(`/simulations/transfers/${id}/wire-return`, {});
    await api.bank();
    await expect(refundTransfer(api.deps, { id, cause: testCause })).rejects.toThrow();
    const reported = api.refundFailed.length;
    await runJob("transfers.retry_refunds");
    expect(api.refundFailed.length).toBeGreaterThan(reported);
    await fixture.fillTreasury("XUSD", 50n);
    await runJob("transfers.retry_refunds");
    await api.settle(id);
    expect(await fixture.books()).toMatchObject({ "wallet anna base XUSD": "100.00" });
    expect((await fixture.show(id)).refund.status).toBe("complete");
  });

  test("are refunded even if the refund of another transfer throws", async () => {
    const ids = [];
    for (let count = 0; count < 2; count += 1) {
      const { fixture, id } = await offramp("wire", "XUSD");
      await api.settle(id);
      await api.bank();
      await fixture.post(`/simulations/transfers/${id}/wire-return`, {});
      await api.bank();
      ids.push(id);
    }
    const [failing, healthy = ""] = ids;
    const { chainWork } = api.deps;
    const enqueue: typeof chainWork.enqueue = (tx, works) => {
      if (works.some(({ subject }) => subject === failing)) throw new Error("cannot enqueue");
      return chainWork.enqueue(tx, works);
    };
    const attempts = (await api.worksOf(healthy)).length;
    const deps = { ...api.deps, chainWork: { ...chainWork, enqueue } };
    await expect(runJob("transfers.retry_refunds", deps)).rejects.toThrow("1 refunds failed");
    expect(await api.worksOf(healthy)).toHaveLength(attempts + 1);
    await runJob("transfers.retry_refunds");
    for (const id of ids) await api.settle(id);
  });

  test("are refunded immediately if the payout fails", async () => {
    const { fixture, before, id } = await offramp("ach_credit", "XUSD", "55.03");
    await api.settle(id);
    await api.bank();
    expect((await fixture.show(id)).failure).toMatchObject({
      type: "ach_return",
      ach_return: { code: "R03" },
    });
    await api.settle(id);
    expect(await fixture.books()).toEqual(before);
  });
});

async function runJob(kind: string, deps = api.deps): Promise<void> {
  const job = transferJobs(deps).jobs.find((each) => each.kind === kind);
  if (job === undefined) throw new Error(`no job ${kind}`);
  await job.run({ job: { payload: {} } } as never);
}

describe("between chains", () => {
  test("a swap withdraws first, then delivers", async () => {
    const fixture = await holder();
    await fixture.fillTreasury("XUSD", 60n);
    const id = await fixture.create("60", fixture.on(fixture.anna), fixture.on(fixture.outside, "XUSD"));
    await api.settle(id);
    expect(await fixture.books()).toMatchObject({ "clearing transfers USD": "60.00" });
    await api.settle(id, { ok: true, transactionId: "tx-given", contract: undefined });
    expect(await fixture.show(id)).toMatchObject({
      status: "complete",
      source: { transaction_id: "tx-done" },
      destination: { transaction_id: "tx-given" },
    });
    expect(await fixture.books()).toMatchObject({
      "treasury USD": "60.00",
      "wallet anna base FUSD": "40.00",
    });
  });

  test("tokens that cannot be delivered are refunded to the source", async () => {
    const fixture = await holder();
    const before = await fixture.books();
    for (const destination of [fixture.on(fixture.sol, "FUSD", "solana"), fixture.on(fixture.bert, "GUSD")]) {
      const id = await fixture.create("60", fixture.on(fixture.anna), destination);
      await api.settle(id);
      await api.settle(id, frozen);
      expect(await fixture.show(id)).toMatchObject({ status: "failed", refund: { status: "pending" } });
      await api.settle(id);
      expect((await fixture.show(id)).refund.status).toBe("complete");
      expect(await fixture.books()).toEqual(before);
    }
  });

  test("stale outcomes of chain operations have no effect", async () => {
    const fixture = await holder();
    const id = await fixture.create("60", fixture.on(fixture.anna), fixture.on(fixture.outside));
    await api.settle(id);
    const books = await fixture.books();
    await api.settle(id, frozen);
    await api.settle(id);
    expect((await fixture.show(id)).status).toBe("complete");
    expect(await fixture.books()).toEqual(books);
    expect(await typesOf(fixture)).toEqual(["transfer.created", "transfer.completed"]);
  });
});
