import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newBankRequest, newStreet } from "../../test/addresses.ts";
import { createManualClock, testCause } from "../../test/auth.ts";
import { send, startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, type TestTokens } from "../../test/transfer-fixture.ts";
import { readAudit } from "../audit/index.ts";
import { assert } from "../kernel/assert.ts";
import { parseId, tenantOf } from "../kernel/id.ts";
import { setFee, setLimit, showLimits, transfersPaymentOwner } from "./index.ts";

let api: TransferApi;
let tokens: TestTokens;
const clock = createManualClock();

beforeAll(async () => {
  api = await startTransferApi({ clock });
  tokens = await addTestTokens(api);
});

afterAll(() => api.stop());

/** On RTP and FedNow, the sandbox bank rejects it with AG03: the receiving bank does not support the payment. */
const notSupported = "57.03";
const everyRail = ["rtp_credit", "fednow_credit", "wire", "same_day_ach_credit", "ach_credit"];
let banks = 0;

interface Payout {
  readonly rail?: string;
  readonly value?: string;
  readonly rails?: readonly string[];
  readonly texts?: object;
}

async function open(): Promise<Fixture> {
  const fixture = await openFixture(api, tokens);
  await fixture.fund(fixture.anna, "FUSD", 100n);
  return fixture;
}

async function payOut(fixture: Fixture, payout: Payout = {}) {
  const { rail = "rtp_credit", value = notSupported, rails = everyRail, texts = {} } = payout;
  banks += 1;
  const streets = { bank_address: newStreet(), beneficiary_address: newStreet() };
  const account = { account_number: `77000${1_000 + banks}`, transfer_types: rails, ...streets };
  const added = await fixture.post("/addresses/external", newBankRequest(account));
  expect(added.status).toBe(201);
  const { id: bank } = added.body;
  const destination = { ...fixture.by(rail, bank), fallback: true, ...texts };
  const id = await fixture.create(value, fixture.on(fixture.anna), destination);
  return { id, bank };
}

async function finish(id: string): Promise<void> {
  await api.settle(id);
  await api.bank();
  await api.bank();
}

const withoutRtp = (rails: readonly string[]) => ["rtp_credit", ...rails];

async function paymentsOf(fixture: Fixture) {
  const { payments } = (await fixture.get("/payments")).body;
  return payments.map(({ type, status }: { type: string; status: string }) => `${type} ${status}`).sort();
}

const typesOf = async (fixture: Fixture) => (await fixture.events()).map(({ type }) => type);

test("a payout that the receiving bank cannot take is sent once, by the fastest other rail", async () => {
  const fixture = await open();
  const { id } = await payOut(fixture, {
    rails: ["rtp_credit", "ach_credit", "same_day_ach_credit", "wire"],
    texts: { reference: "Invoice 7", purpose: "vendor" },
  });
  expect((await fixture.show(id)).destination).toMatchObject({
    requested_transfer_type: "rtp_credit",
    transfer_type: "rtp_credit",
    fallback: true,
    fallback_reason: null,
    wire_memo: null,
  });
  await finish(id);
  const shown = await fixture.show(id);
  expect(shown).toMatchObject({
    status: "complete",
    failure: null,
    refund: null,
    destination: {
      requested_transfer_type: "rtp_credit",
      transfer_type: "wire",
      fallback_reason: "AG03",
      reference_as_sent: "Invoice 7",
      purpose: "vendor",
    },
  });
  expect(await paymentsOf(fixture)).toEqual(["rtp failed", "wire complete"]);
  const payment = await fixture.get(`/payments/${shown.destination.payment_id}`);
  expect(payment.body).toMatchObject({ type: "wire", status: "complete", transfer_id: id });
  // The money left once.
  expect(await fixture.books()).toEqual({
    "external USD": "-42.97",
    "reserve FUSD USD": "42.97",
    "supply FUSD base FUSD": "-42.97",
    "wallet anna base FUSD": "42.97",
  });
  expect(await fixture.faults()).toEqual([]);
  expect(await fixture.events()).toMatchObject([
    { type: "transfer.created" },
    {
      type: "transfer.rerouted",
      data: {
        id,
        status: "pending",
        requested_transfer_type: "rtp_credit",
        transfer_type: "wire",
        fallback_reason: "AG03",
      },
    },
    { type: "transfer.completed" },
  ]);
});

test("the audit log has both rails", async () => {
  const fixture = await open();
  const { id } = await payOut(fixture, { rails: withoutRtp(["wire"]) });
  await finish(id);
  const tenantId = tenantOf(fixture.client.accountId);
  const entries = await readAudit(api.database, { tenantId, subjectId: id, limit: 20 });
  expect(entries).toContainEqual(
    expect.objectContaining({
      before: { status: "pending", step: "paying_out", destination_transfer_type: "rtp_credit" },
      after: expect.objectContaining({ destination_transfer_type: "wire" }),
    }),
  );
});

test("a second rejection is final, and refunds the tokens", async () => {
  const fixture = await open();
  const before = await fixture.books();
  const { id } = await payOut(fixture);
  await finish(id);
  expect(await fixture.show(id)).toMatchObject({
    status: "failed",
    failure: { type: "rail_rejected" },
    destination: { requested_transfer_type: "rtp_credit", transfer_type: "fednow_credit" },
  });
  expect(await paymentsOf(fixture)).toEqual(["fednow failed", "rtp failed"]);
  await api.settle(id);
  expect(await fixture.books()).toEqual(before);
  expect(await typesOf(fixture)).toEqual(["transfer.created", "transfer.rerouted", "transfer.failed"]);
});

describe("a payout fails without a second one", () => {
  test.each<readonly [string, Payout]>([
    ["if the client did not allow a fallback", { texts: { fallback: false } }],
    ["if the account cannot be credited", { value: "55.03" }],
    // The receiving bank may have credited it.
    ["if the receiving bank did not respond in time", { value: "57.05" }],
    ["if the address has no other rail", { rails: ["rtp_credit"] }],
  ])("%s", async (_why, payout) => {
    const fixture = await open();
    const { id } = await payOut(fixture, payout);
    await finish(id);
    expect(await fixture.show(id)).toMatchObject({
      status: "failed",
      destination: { transfer_type: "rtp_credit", fallback_reason: null },
    });
    expect(await paymentsOf(fixture)).toEqual(["rtp failed"]);
  });

  test("if the address was archived meanwhile", async () => {
    const fixture = await open();
    const { id, bank } = await payOut(fixture);
    const call = { client: fixture.client };
    const archived = await send(api, call, "PATCH", `/addresses/${bank}`, { status: "archived" });
    expect(archived.status).toBe(200);
    await finish(id);
    expect(await fixture.show(id)).toMatchObject({
      status: "failed",
      destination: { fallback_reason: null },
    });
  });
});

test("an unknown outcome does not fall back: nothing else is sent until the bank has rejected the payout", async () => {
  const fixture = await open();
  const { id } = await payOut(fixture, { rails: withoutRtp(["wire"]) });
  await api.settle(id);
  expect(await fixture.show(id)).toMatchObject({
    status: "pending",
    destination: { transfer_type: "rtp_credit", fallback_reason: null },
  });
  expect(await paymentsOf(fixture)).toEqual(["rtp pending"]);
});

test("an update of the replaced payment does not move the transfer", async () => {
  const fixture = await open();
  const { id } = await payOut(fixture, { rails: withoutRtp(["wire"]) });
  await api.settle(id);
  const first = parseId<"payment">((await fixture.show(id)).destination.payment_id);
  assert(first !== undefined, "it is ordered");
  await api.bank();
  await api.bank();
  const before = await fixture.show(id);
  expect(before.destination.payment_id).not.toBe(first);
  const scope = { tenantId: tenantOf(fixture.client.accountId), network: "testnet" } as const;
  const reply = await api.database.transaction(async (tx) => {
    const payment = (await api.deps.payments.find(tx, scope, [first])).get(first);
    assert(payment !== undefined, "it exists");
    const reason = { code: "AC04", text: "The account is closed" };
    const returned = { type: "returned", payment, wasComplete: false, reason } as const;
    return transfersPaymentOwner(api.deps).heard(tx, scope, [returned]);
  });
  expect(reply).toMatchObject({ events: [], operations: [] });
  expect(await fixture.show(id)).toEqual(before);
});

describe("limits", () => {
  const limit = (fixture: Fixture, transferType: string, cents: object) =>
    api.database.transaction((tx) =>
      setLimit(api.deps, tx, {
        cause: testCause,
        managingAccountId: fixture.client.accountId,
        network: "testnet",
        accountId: undefined,
        transferType,
        perTransferCents: undefined,
        dailyCents: undefined,
        ...cents,
      }),
    );
  const used = async (fixture: Fixture) => {
    const tenantId = tenantOf(fixture.client.accountId);
    const limits = await showLimits({}, api.database, tenantId, clock.now());
    return Object.fromEntries(
      limits.map(({ transferType, used: { todayCents } }) => [transferType, todayCents]),
    );
  };

  test("count the rail that the payout takes, and no longer the requested one", async () => {
    const fixture = await open();
    await limit(fixture, "rtp_credit", { dailyCents: 10_000n });
    await limit(fixture, "wire", { dailyCents: 10_000n });
    const { id } = await payOut(fixture, { rails: withoutRtp(["wire"]) });
    expect(await used(fixture)).toEqual({ rtp_credit: 5_703n, wire: 0n });
    await finish(id);
    expect(await used(fixture)).toEqual({ rtp_credit: 0n, wire: 5_703n });
    // A return releases what was counted last.
    await fixture.post(`/simulations/transfers/${id}/wire-return`, {});
    await api.bank();
    expect(await used(fixture)).toEqual({ rtp_credit: 0n, wire: 0n });
  });

  test.each([
    ["of one transfer", { perTransferCents: 5_000n }],
    ["of a day", { dailyCents: 5_000n }],
  ])("%s of a rail exclude it", async (_which, cents) => {
    const fixture = await open();
    await limit(fixture, "rtp_credit", { dailyCents: 10_000n });
    await limit(fixture, "wire", cents);
    const { id } = await payOut(fixture, { rails: withoutRtp(["wire", "ach_credit"]) });
    await finish(id);
    expect((await fixture.show(id)).destination).toMatchObject({ transfer_type: "ach_credit" });
    expect(await used(fixture)).toEqual({ rtp_credit: 0n, wire: 0n });
  });
});

test("a fallback is decided again if a fact changes before it is committed", async () => {
  const fixture = await open();
  const { id, bank } = await payOut(fixture, { rails: withoutRtp(["wire"]) });
  await api.settle(id);
  const paymentId = parseId<"payment">((await fixture.show(id)).destination.payment_id);
  assert(paymentId !== undefined, "it is ordered");
  const scope = { tenantId: tenantOf(fixture.client.accountId), network: "testnet" } as const;
  const attempts: (readonly string[])[] = [];
  const archive = async () => {
    const path = `/addresses/${bank}`;
    const archived = await send(api, { client: fixture.client }, "PATCH", path, { status: "archived" });
    expect(archived.status).toBe(200);
  };
  const rejecting = api.database.transaction(async (tx) => {
    const payment = (await api.deps.payments.find(tx, scope, [paymentId])).get(paymentId);
    assert(payment !== undefined, "it exists");
    const rejected = { type: "rejected", payment, reason: { code: "AG03", text: "Not supported" } } as const;
    const { events } = await transfersPaymentOwner(api.deps).heard(tx, scope, [rejected]);
    attempts.push(events.map(({ type }) => type));
    if (attempts.length > 1) throw new Error("decided again");
    await archive();
  });
  await expect(rejecting).rejects.toThrow("decided again");
  expect(attempts).toEqual([["transfer.rerouted"], ["transfer.failed"]]);
});

test("the fee is the one of the request, and is taken once", async () => {
  const fixture = await open();
  const fee = (transferType: string | undefined, flatCents: bigint) =>
    api.database.transaction((tx) =>
      setFee(api.deps, tx, {
        cause: testCause,
        managingAccountId: fixture.client.accountId,
        network: "testnet",
        accountId: undefined,
        transferType,
        flow: "offramp",
        flatCents,
        basisPoints: 0,
        minimumCents: 0n,
        maximumCents: undefined,
      }),
    );
  await fee("rtp_credit", 100n);
  await fee("wire", 2_500n);
  // The bank sees the amount without the fee.
  const { id } = await payOut(fixture, { value: "58.03", rails: withoutRtp(["wire"]) });
  await finish(id);
  expect(await fixture.show(id)).toMatchObject({
    status: "complete",
    fee: { value: "1.00" },
    destination: { transfer_type: "wire" },
  });
  expect(await fixture.books()).toMatchObject({ "fees USD": "1.00", "external USD": "-42.97" });
});
