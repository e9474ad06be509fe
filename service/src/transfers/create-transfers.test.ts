import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testCause } from "../../test/auth.ts";
import { addManagedAccount } from "../../test/token-holders.ts";
import { startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import {
  addTestTokens,
  type Fixture,
  openFixture,
  type TestTokens,
  wireIn,
} from "../../test/transfer-fixture.ts";
import { withinOneDay } from "../../test/within-one-day.ts";
import { statement } from "../db/statement.ts";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { setFee, setLimit } from "./index.ts";

let api: TransferApi;
let tokens: TestTokens;
const newId = createIdFactory(systemClock);

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});

afterAll(() => api.stop());

const usd = (value: string) => ({ value, currency: "USD" });

async function funded(dollars = 100n): Promise<Fixture> {
  const fixture = await openFixture(api, tokens);
  await fixture.fund(fixture.anna, "FUSD", dollars);
  return fixture;
}

const payout = (fixture: Fixture, value: string) => ({
  amount: usd(value),
  source: fixture.on(fixture.anna),
  destination: fixture.on(fixture.bert),
});

test("a created transfer is returned with every field as pending, and transfer.created is published once", async () => {
  const fixture = await funded();
  const { client, anna, checking } = fixture;
  const response = await fixture.post("/transfers", {
    amount: { value: "10.5", currency: "FUSD" },
    source: fixture.on(anna),
    destination: fixture.by("ach_credit"),
    brand: { account_id: client.accountId },
    note: "Invoice 7",
  });
  expect(response.status).toBe(201);
  const { id, created_at } = response.body;
  expect(response.headers.get("location")).toBe(`/accounts/${client.accountId}/transfers/${id}`);
  const noReferences = { transaction_id: null, payment_id: null, payment_details: null };
  expect(response.body).toEqual({
    id: expect.stringMatching(/^[0-9A-Za-z]{26}$/),
    status: "pending",
    amount: { value: "10.50", currency: "FUSD" },
    fee: usd("0.00"),
    source: { address_id: anna, value_type: "FUSD", transfer_type: "base", ...noReferences },
    destination: {
      address_id: checking,
      value_type: "USD",
      transfer_type: "ach_credit",
      ...noReferences,
      memo: null,
      wire_memo: null,
      reference: null,
      reference_as_sent: null,
      purpose: null,
      fallback: false,
      requested_transfer_type: "ach_credit",
      fallback_reason: null,
    },
    note: "Invoice 7",
    brand: { account_id: client.accountId },
    failure: null,
    refund: null,
    automation_id: null,
    created_at: expect.any(String),
    updated_at: created_at,
  });
  expect(await fixture.show(id)).toEqual(response.body);
  expect(await fixture.events()).toEqual([
    {
      type: "transfer.created",
      data: {
        id,
        account_id: client.accountId,
        status: "pending",
        amount: { value: "10.50", currency: "FUSD" },
      },
    },
  ]);
  expect((await fixture.books())["wallet anna base FUSD"]).toBe("100.00, 10.50 held");
});

test("a transfer funded by wire returns wire instructions with its own account number", async () => {
  const fixture = await openFixture(api, tokens);
  const body = { amount: usd("10"), source: wireIn, destination: fixture.on(fixture.anna) };
  const { body: first } = await fixture.post("/transfers", body);
  const { body: second } = await fixture.post("/transfers", body);
  expect(first.wire_instructions).toEqual({
    bank_name: expect.any(String),
    bank_address: expect.any(String),
    routing_number: expect.stringMatching(/^\d{9}$/),
    account_number: expect.stringMatching(/^\d{12,17}$/),
    beneficiary_name: expect.any(String),
    beneficiary_address: expect.any(String),
    memo: expect.stringMatching(/^FLR-\d{10}$/),
  });
  expect(second.wire_instructions.account_number).not.toBe(first.wire_instructions.account_number);
  expect(first.source).toMatchObject({ address_id: null, transfer_type: "wire" });
  expect((await fixture.show(first.id)).wire_instructions).toEqual(first.wire_instructions);
});

test("a response with wire instructions is stored sealed and replayed in the clear", async () => {
  const fixture = await openFixture(api, tokens);
  const body = { amount: usd("10"), source: wireIn, destination: fixture.on(fixture.anna) };
  const first = await fixture.post("/transfers", body, { key: "with-instructions" });
  const stored = await api.database.first(
    statement<{ body: Buffer; sealed: boolean }>(
      "SELECT body, sealed FROM idempotency_records WHERE key = 'with-instructions'",
    ),
  );
  expect(stored?.sealed).toBe(true);
  expect(stored?.body.includes(first.body.wire_instructions.account_number)).toBe(false);
  expect((await fixture.post("/transfers", body, { key: "with-instructions" })).text).toBe(first.text);
});

test.each(["01.00", "00.01", "0001"])("the amount %s has leading zeros and is refused", async (value) => {
  const fixture = await funded();
  const { status, body } = await fixture.post("/transfers", payout(fixture, value));
  expect([status, body.errors?.[0]?.pointer]).toEqual([400, "/amount/value"]);
});

test("reusing an idempotency key replays the stored response; with another body it is refused", async () => {
  const fixture = await funded();
  const first = await fixture.post("/transfers", payout(fixture, "60"), { key: "once" });
  const again = await fixture.post("/transfers", payout(fixture, "60"), { key: "once" });
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  const other = await fixture.post("/transfers", payout(fixture, "6"), { key: "once" });
  expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
  expect((await fixture.books())["wallet anna base FUSD"]).toBe("100.00, 60.00 held");
  expect(await api.worksOf(first.body.id)).toHaveLength(1);
});

describe("a transfer is refused if funds are missing:", () => {
  test("customer balance", async () => {
    const fixture = await funded();
    const response = await fixture.post("/transfers", payout(fixture, "100.000001"));
    expect([response.status, response.body.code]).toEqual([422, "insufficient_balance"]);
    expect(response.body.errors).toEqual([
      { pointer: "/amount/value", detail: "exceeds the available balance" },
    ]);
    expect(response.body.detail).toContain("100.00 FUSD");
    expect(await fixture.events()).toEqual([]);
  });

  test("concurrent requests on the same balance", async () => {
    const fixture = await funded();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => fixture.post("/transfers", payout(fixture, "30"))),
    );
    const accepted = responses.filter(({ status }) => status === 201);
    const refused = responses.filter(({ body }) => body.code === "insufficient_balance");
    expect([accepted.length, refused.length]).toEqual([3, 5]);
    expect((await fixture.books())["wallet anna base FUSD"]).toBe("100.00, 90.00 held");
    expect(await fixture.events()).toHaveLength(3);
  });

  test("treasury tokens and dollars", async () => {
    const fixture = await funded();
    await fixture.fund(fixture.anna, "XUSD", 100n);
    await fixture.fillTreasury("XUSD", 10n);
    await fixture.fillTreasury("USD", 20n);
    const swap = (value: string) => ({
      amount: usd(value),
      source: fixture.on(fixture.anna),
      destination: fixture.on(fixture.bert, "XUSD"),
    });
    const offramp = {
      ...payout(fixture, "20.01"),
      source: fixture.on(fixture.anna, "XUSD"),
      destination: fixture.by("wire"),
    };
    for (const body of [swap("10.01"), offramp]) {
      const response = await fixture.post("/transfers", body);
      expect([response.status, response.body.code]).toEqual([422, "insufficient_liquidity"]);
    }
    expect((await fixture.post("/transfers", swap("10"))).status).toBe(201);
    expect((await fixture.post("/transfers", swap("0.01"))).body.code).toBe("insufficient_liquidity");
    expect((await fixture.books())["treasury vault base XUSD"]).toBe("10.00, 10.00 held");
  });
});

test("per-transfer and daily limits apply, and a failed transfer frees its share", () =>
  withinOneDay(limitsApply));

async function limitsApply(): Promise<void> {
  const fixture = await funded(1_000n);
  const { accountId } = fixture.client;
  await api.database.transaction((tx) =>
    setLimit(api.deps, tx, {
      managingAccountId: accountId,
      network: "testnet",
      accountId: undefined,
      transferType: undefined,
      cause: testCause,
      perTransferCents: 5_000n,
      dailyCents: 8_000n,
    }),
  );
  const createOrError = async (value: string) => {
    const { status, body } = await fixture.post("/transfers", payout(fixture, value));
    return status === 201 ? body.id : `${body.code}: ${body.detail}`;
  };
  expect(await createOrError("50.01")).toContain("limit_exceeded: the amount exceeds the limit of 50.00 USD");
  const first = await createOrError("50");
  expect(await createOrError("30.000001")).toContain("30.00 USD remains");
  await api.settle(first, { ok: false, reason: "frozen", detail: "", transactionId: undefined });
  expect((await fixture.show(first)).status).toBe("failed");
  expect(await createOrError("50")).toMatch(/^\w{26}$/);
}

test("the fee is deducted from the amount and matches the quote", async () => {
  const fixture = await funded();
  await api.database.transaction((tx) =>
    setFee(api.deps, tx, {
      managingAccountId: fixture.client.accountId,
      network: "testnet",
      accountId: undefined,
      transferType: undefined,
      flow: "swap",
      cause: testCause,
      flatCents: 25n,
      basisPoints: 100,
      minimumCents: 0n,
      maximumCents: undefined,
    }),
  );
  const body = {
    amount: usd("10"),
    source: fixture.on(fixture.anna),
    destination: fixture.on(fixture.sol, "GUSD", "solana"),
  };
  const quote = await fixture.post("/transfers/quote", body);
  expect([quote.body.fee, quote.body.delivered]).toEqual([usd("0.35"), usd("9.65")]);
  const id = await fixture.create("10", body.source, body.destination);
  expect((await fixture.show(id)).fee).toEqual(usd("0.35"));
  await api.settle(id);
  await api.settle(id);
  expect(await fixture.books()).toMatchObject({
    "wallet sol solana GUSD": "9.65",
    "reserve GUSD USD": "9.65",
    "fees USD": "0.35",
    "reserve FUSD USD": "90.00",
  });
  const small = await fixture.post("/transfers", { ...body, amount: usd("0.25") });
  expect([small.status, small.body.errors?.[0]?.pointer]).toEqual([422, "/amount/value"]);
});

describe("a quote", () => {
  test("returns route, times and blockers, and has no effect", async () => {
    const fixture = await openFixture(api, tokens);
    const body = { ...payout(fixture, "5"), destination: fixture.by("ach_credit") };
    const { status, body: quote } = await fixture.post("/transfers/quote", body);
    expect(status).toBe(200);
    expect(quote).toEqual({
      route: {
        flow: "offramp",
        source: { value_type: "FUSD", transfer_type: "base" },
        destination: { value_type: "USD", transfer_type: "ach_credit" },
      },
      amount: usd("5.00"),
      fee: usd("0.00"),
      delivered: usd("5.00"),
      estimated_completion_at: expect.any(String),
      cutoff_at: expect.any(String),
      steps: [
        { step: "burn", transfer_type: "base", description: expect.any(String) },
        { step: "pay_out", transfer_type: "ach_credit", description: expect.any(String) },
      ],
      blockers: [{ code: "insufficient_balance", detail: expect.any(String) }],
    });
    expect(await fixture.books()).toEqual({});
    expect((await fixture.get("/transfers")).body.transfers).toEqual([]);
    expect(await fixture.events()).toEqual([]);
  });

  test("is refused for an unsupported route, like the transfer itself", async () => {
    const fixture = await openFixture(api, tokens);
    const body = { ...payout(fixture, "5"), destination: fixture.by("ach_debit") };
    const quote = await fixture.post("/transfers/quote", body);
    const created = await fixture.post("/transfers", body);
    expect([quote.status, quote.body.code]).toEqual([422, "unsupported_route"]);
    expect([created.status, created.body.code]).toEqual([422, "unsupported_route"]);
  });
});

interface Place {
  readonly value_type: string;
  readonly transfer_type: string;
}

test("the list of routes contains every supported combination and no others", async () => {
  const { client } = await openFixture(api, tokens);
  const { body } = await api.request("GET", "/routes", { token: client.token });
  const place = ({ value_type, transfer_type }: Place) => `${value_type} ${transfer_type}`;
  const routes = body.routes.map(
    ({ flow, source, destination }: { flow: string; source: Place; destination: Place }) =>
      `${flow}: ${place(source)} to ${place(destination)}`,
  );
  // Three rails in, five rails out; two tokens issued here and one third-party token, each on two chains.
  const counts = { onramp: 3 * 4, offramp: 6 * 5, payout: 6, bridge: 4, swap: 2 * 2 * 2 + 2 * 4 * 2 + 2 };
  for (const [flow, expected] of Object.entries(counts)) {
    expect(
      routes.filter((route: string) => route.startsWith(flow)),
      flow,
    ).toHaveLength(expected);
  }
  expect(routes).toContain("onramp: USD same_day_ach_debit to FUSD solana");
  expect(routes).not.toContain("onramp: USD wire to XUSD base");
});

describe("another tenant's resources are not found:", () => {
  test("accounts, addresses and transfers", async () => {
    const [fixture, stranger] = [await funded(), await funded()];
    const id = await fixture.create("1", fixture.on(fixture.anna), fixture.on(fixture.bert));
    const { client } = stranger;
    const otherAccount = { accountId: fixture.client.accountId };
    const refused = [
      await stranger.post("/transfers", payout(stranger, "1"), otherAccount),
      await stranger.post("/transfers/quote", payout(stranger, "1"), otherAccount),
      await stranger.post(`/transfers/${id}/cancel`, undefined),
      await stranger.post(`/transfers/${id}/cancel`, undefined, otherAccount),
      await stranger.get(`/transfers/${id}`),
      await api.request("GET", `/accounts/${otherAccount.accountId}/transfers`, { token: client.token }),
      await fixture.get("/transfers/nonsense"),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [404, "not_found"]),
    );
    const taken = await stranger.post("/transfers", {
      ...payout(stranger, "1"),
      source: fixture.on(fixture.anna),
    });
    expect([taken.status, taken.body.code]).toEqual([404, "address_not_found"]);
    const given = await stranger.post("/transfers", {
      ...payout(stranger, "1"),
      destination: fixture.on(fixture.bert),
    });
    expect([given.status, given.body.code]).toEqual([404, "address_not_found"]);
  });

  test("the account on the other network", async () => {
    const fixture = await funded();
    const id = await fixture.create("1", fixture.on(fixture.anna), fixture.on(fixture.bert));
    const { accountId } = fixture.client;
    const { token } = await api.createClient({ accountId, network: "mainnet" });
    const response = await api.request("GET", `/accounts/${accountId}/transfers/${id}`, { token });
    expect(response.status).toBe(404);
  });
});

test("an account that is not complete, or a client without the scope, cannot create transfers", async () => {
  const fixture = await funded();
  const pending = await addManagedAccount(api, fixture.client.accountId, { status: "pending" });
  const early = await fixture.post("/transfers", payout(fixture, "1"), { accountId: pending });
  expect([early.status, early.body.code]).toEqual([422, "unprocessable"]);
  const { accountId } = fixture.client;
  const reader = await api.createClient({ accountId, scopes: ["transfers:read"] });
  const response = await fixture.post("/transfers", payout(fixture, "1"), { client: reader });
  expect([response.status, response.body.code]).toEqual([403, "insufficient_scope"]);
  const unknown = { ...payout(fixture, "1"), source: fixture.on(newId<"address">()) };
  expect((await fixture.post("/transfers", unknown)).status).toBe(404);
});
