import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManualClock, testCause } from "../../test/auth.ts";
import { addTestTokens, openParty, type Party, type TestTokens } from "../../test/transfer-party.ts";
import { frozen, startTransferApi, type TransferApi } from "../../test/transfer-world.ts";
import { restoreTransfer, setFee, transferJobs } from "./index.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi({ clock: createManualClock() });
  tokens = await addTestTokens(api);
});

afterAll(() => api.stop());

const usd = (value: string) => ({ value, currency: "USD" });

async function holder(valueType: "FUSD" | "XUSD" = "FUSD"): Promise<Party> {
  const party = await openParty(api, tokens);
  await party.fund(party.anna, valueType, 100n);
  return party;
}

async function offramp(rail: string, valueType: "FUSD" | "XUSD" = "FUSD", value = "60") {
  const party = await holder(valueType);
  if (valueType === "XUSD") await party.fillTreasury("USD", 80n);
  const before = await party.books();
  const source = party.on(party.anna, valueType);
  const id = await party.create(value, source, party.by(rail));
  return { party, before, id };
}

async function typesOf(party: Party): Promise<readonly string[]> {
  return (await party.events()).map(({ type }) => type);
}

describe("dollars to a bank", () => {
  test.each(["wire", "ach_credit", "same_day_ach_credit", "rtp_credit"])(
    "are paid once the tokens are burned: %s",
    async (rail) => {
      const { party, id } = await offramp(rail);
      await api.bank();
      expect((await party.get("/payments")).body.payments).toEqual([]);
      await api.settle(id);
      expect(await party.books()).toMatchObject({
        "clearing transfers USD": "60.00",
        "reserve FUSD USD": "40.00",
      });
      await api.bank();
      const shown = await party.show(id);
      expect(shown).toMatchObject({
        status: "complete",
        refund: null,
        source: { transaction_id: "tx-done" },
      });
      const [payment] = (await party.get("/payments")).body.payments;
      expect(payment).toMatchObject({
        id: shown.destination.payment_id,
        status: "complete",
        transfer_id: id,
      });
      expect(await party.books()).toEqual({
        "external USD": "-40.00",
        "reserve FUSD USD": "40.00",
        "supply FUSD base FUSD": "-40.00",
        "wallet anna base FUSD": "40.00",
      });
      expect(await typesOf(party)).toEqual(["transfer.created", "transfer.completed"]);
      expect(await party.faults()).toEqual([]);
    },
  );

  test("are not paid when the tokens cannot be burned", async () => {
    const { party, before, id } = await offramp("wire");
    await api.settle(id, { ...frozen, reason: "insufficient_tokens" });
    await api.bank();
    expect(await party.show(id)).toMatchObject({
      status: "failed",
      refund: null,
      failure: { type: "insufficient_funds", retriable: false },
    });
    expect(await party.books()).toEqual(before);
  });

  test("that the bank does not take go back as tokens", async () => {
    const { party, before, id } = await offramp("wire");
    await api.settle(id);
    await api.bankRound();
    const rejected = await party.post(`/simulations/transfers/${id}/reject`, {});
    expect([rejected.status, rejected.body.status]).toEqual([202, "pending"]);
    await api.bank();
    expect(await party.show(id)).toMatchObject({
      status: "failed",
      failure: { type: "rail_rejected", retriable: false },
      refund: { status: "pending", transaction_id: null },
    });
    await api.settle(id);
    expect((await party.show(id)).refund).toEqual({ status: "complete", transaction_id: "tx-done" });
    expect(await party.books()).toEqual(before);
    expect(await typesOf(party)).toEqual(["transfer.created", "transfer.failed"]);
  });

  test.each([
    ["wire", "wire-return", { code: "AC04" }, { type: "wire_return", wire_return: { code: "AC04" } }],
    [
      "ach_credit",
      "ach-return",
      { code: "R03" },
      { type: "ach_return", ach_return: { code: "R03", category: "administrative" } },
    ],
  ])(
    "that come back after all make a complete transfer fail: %s",
    async (rail, simulation, body, failure) => {
      const { party, before, id } = await offramp(rail);
      await api.settle(id);
      await api.bank();
      expect((await party.show(id)).status).toBe("complete");
      expect((await party.post(`/simulations/transfers/${id}/${simulation}`, body)).status).toBe(202);
      await api.bank();
      const failed = await party.show(id);
      expect(failed).toMatchObject({ status: "failed", failure, refund: { status: "pending" } });
      expect((await api.worksOf(id)).at(-1)).toMatchObject({
        operation: { kind: "mint", units: 60_000_000n },
      });
      await api.settle(id);
      expect(await party.books()).toEqual(before);
      expect(await party.events()).toEqual([
        expect.objectContaining({ type: "transfer.created" }),
        expect.objectContaining({ type: "transfer.completed" }),
        {
          type: "transfer.failed",
          data: {
            id,
            account_id: party.client.accountId,
            status: "failed",
            amount: usd("60.00"),
            failure: failed.failure,
          },
        },
      ]);
      expect(await party.faults()).toEqual([]);
    },
  );

  test("that come back give the fee back, too", async () => {
    const party = await holder();
    await withFee(party, 150n);
    const before = await party.books();
    const id = await party.create("60", party.on(party.anna), party.by("wire"));
    await api.settle(id);
    await api.bank();
    expect(await party.books()).toMatchObject({ "fees USD": "1.50", "external USD": "-41.50" });
    expect((await party.get("/payments")).body.payments[0].amount).toEqual(usd("58.50"));
    await party.post(`/simulations/transfers/${id}/wire-return`, {});
    await api.bank();
    await api.settle(id);
    expect(await party.books()).toEqual(before);
  });
});

async function withFee(party: Party, flatCents: bigint): Promise<void> {
  await api.database.transaction((tx) =>
    setFee(api.deps, tx, {
      managingAccountId: party.client.accountId,
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

describe("tokens of others", () => {
  test("are taken by the treasury, which pays for them", async () => {
    const { party, id } = await offramp("wire", "XUSD");
    expect(await party.books()).toMatchObject({
      "wallet anna base XUSD": "100.00, 60.00 held",
      "treasury USD": "80.00, 60.00 held",
    });
    expect((await api.worksOf(id))[0]).toMatchObject({ operation: { kind: "transfer", units: 60_000_000n } });
    await api.settle(id);
    expect((await party.books())["treasury vault base XUSD"]).toBe("60.00, 60.00 held");
    await api.bank();
    expect(await party.books()).toMatchObject({
      "treasury vault base XUSD": "60.00",
      "treasury USD": "20.00",
      "wallet anna base XUSD": "40.00",
    });
    expect((await party.show(id)).status).toBe("complete");
  });

  test("are given back after a return by the treasury: by itself, or at the word of a person", async () => {
    const { party, before, id } = await offramp("wire", "XUSD");
    await api.settle(id);
    await api.bank();
    await party.post(`/simulations/transfers/${id}/wire-return`, {});
    await api.bank();
    expect(await party.show(id)).toMatchObject({
      status: "failed",
      failure: { type: "wire_return", wire_return: { code: "AC04" } },
      refund: { status: "pending", transaction_id: null },
    });
    expect(await party.books()).toMatchObject({
      "clearing transfers USD": "60.00",
      "treasury vault base XUSD": "60.00",
    });
    await runJob("transfers.restore");
    expect((await party.books())["treasury vault base XUSD"]).toBe("60.00, 60.00 held");
    await api.settle(id, frozen);
    expect((await party.show(id)).refund.status).toBe("pending");
    // What a chain has refused is not tried again before somebody has looked at it.
    const tries = (await api.worksOf(id)).length;
    await runJob("transfers.restore");
    expect(await api.worksOf(id)).toHaveLength(tries);
    await restoreTransfer(api.deps, { id, cause: testCause });
    await api.settle(id);
    expect((await party.show(id)).refund).toEqual({ status: "complete", transaction_id: "tx-done" });
    expect(await party.books()).toEqual(before);
    expect(await typesOf(party)).toEqual(["transfer.created", "transfer.completed", "transfer.failed"]);
    expect(await party.faults()).toEqual([]);
    await expect(restoreTransfer(api.deps, { id, cause: testCause })).rejects.toThrow("nothing to give back");
  });

  test("that the treasury has given away meanwhile wait until it has some again", async () => {
    const { party, id } = await offramp("wire", "XUSD");
    await api.settle(id);
    await api.bank();
    await party.fund(party.anna, "FUSD", 60n);
    const swap = await party.create("50", party.on(party.anna), party.on(party.bert, "XUSD"));
    await api.settle(swap);
    await api.settle(swap);
    await party.post(`/simulations/transfers/${id}/wire-return`, {});
    await api.bank();
    await expect(restoreTransfer(api.deps, { id, cause: testCause })).rejects.toThrow();
    const told = api.stranded.length;
    await runJob("transfers.restore");
    expect(api.stranded.length).toBeGreaterThan(told);
    await party.fillTreasury("XUSD", 50n);
    await runJob("transfers.restore");
    await api.settle(id);
    expect(await party.books()).toMatchObject({ "wallet anna base XUSD": "100.00" });
    expect((await party.show(id)).refund.status).toBe("complete");
  });

  test("go back although something is wrong with those of another transfer", async () => {
    const ids = [];
    for (let count = 0; count < 2; count += 1) {
      const { party, id } = await offramp("wire", "XUSD");
      await api.settle(id);
      await api.bank();
      await party.post(`/simulations/transfers/${id}/wire-return`, {});
      await api.bank();
      ids.push(id);
    }
    const [wrong, right = ""] = ids;
    const { chainWork } = api.deps;
    const enqueue: typeof chainWork.enqueue = (tx, works) => {
      if (works.some(({ subject }) => subject === wrong)) throw new Error("it cannot be done");
      return chainWork.enqueue(tx, works);
    };
    const tries = (await api.worksOf(right)).length;
    const deps = { ...api.deps, chainWork: { ...chainWork, enqueue } };
    await expect(runJob("transfers.restore", deps)).rejects.toThrow("of 1 transfers");
    expect(await api.worksOf(right)).toHaveLength(tries + 1);
    await runJob("transfers.restore");
    for (const id of ids) await api.settle(id);
  });

  test("that could not be paid for go back at once", async () => {
    const { party, before, id } = await offramp("ach_credit", "XUSD", "55.03");
    await api.settle(id);
    await api.bank();
    expect((await party.show(id)).failure).toMatchObject({ type: "ach_return", ach_return: { code: "R03" } });
    await api.settle(id);
    expect(await party.books()).toEqual(before);
  });
});

async function runJob(kind: string, deps = api.deps): Promise<void> {
  const job = transferJobs(deps).jobs.find((each) => each.kind === kind);
  if (job === undefined) throw new Error(`there is no job ${kind}`);
  await job.run({ job: { payload: {} } } as never);
}

describe("from chain to chain", () => {
  test("a swap is taken and given, one after the other", async () => {
    const party = await holder();
    await party.fillTreasury("XUSD", 60n);
    const id = await party.create("60", party.on(party.anna), party.on(party.outside, "XUSD"));
    await api.settle(id);
    expect(await party.books()).toMatchObject({ "clearing transfers USD": "60.00" });
    await api.settle(id, { ok: true, transactionId: "tx-given", contract: undefined });
    expect(await party.show(id)).toMatchObject({
      status: "complete",
      source: { transaction_id: "tx-done" },
      destination: { transaction_id: "tx-given" },
    });
    expect(await party.books()).toMatchObject({ "treasury USD": "60.00", "wallet anna base FUSD": "40.00" });
  });

  test("what cannot be given goes back to where it came from", async () => {
    const party = await holder();
    const before = await party.books();
    for (const destination of [party.on(party.sol, "FUSD", "solana"), party.on(party.bert, "GUSD")]) {
      const id = await party.create("60", party.on(party.anna), destination);
      await api.settle(id);
      await api.settle(id, frozen);
      expect(await party.show(id)).toMatchObject({ status: "failed", refund: { status: "pending" } });
      await api.settle(id);
      expect((await party.show(id)).refund.status).toBe("complete");
      expect(await party.books()).toEqual(before);
    }
  });

  test("old news about work changes nothing", async () => {
    const party = await holder();
    const id = await party.create("60", party.on(party.anna), party.on(party.outside));
    await api.settle(id);
    const books = await party.books();
    await api.settle(id, frozen);
    await api.settle(id);
    expect((await party.show(id)).status).toBe("complete");
    expect(await party.books()).toEqual(books);
    expect(await typesOf(party)).toEqual(["transfer.created", "transfer.completed"]);
  });
});
