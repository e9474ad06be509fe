import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testCause } from "../../test/auth.ts";
import { addManagedAccount } from "../../test/token-holders.ts";
import { addTestTokens, openParty, type Party, type TestTokens, wireIn } from "../../test/transfer-party.ts";
import { startTransferApi, type TransferApi } from "../../test/transfer-world.ts";
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

async function funded(dollars = 100n): Promise<Party> {
  const party = await openParty(api, tokens);
  await party.fund(party.anna, "FUSD", dollars);
  return party;
}

const payout = (party: Party, value: string) => ({
  amount: usd(value),
  source: party.on(party.anna),
  destination: party.on(party.bert),
});

test("a transfer is answered with every field, pending, and is told of once", async () => {
  const party = await funded();
  const { client, anna, checking } = party;
  const answer = await party.post("/transfers", {
    amount: { value: "10.5", currency: "FUSD" },
    source: party.on(anna),
    destination: party.by("ach_credit"),
    brand: { account_id: client.accountId },
    note: "Invoice 7",
  });
  expect(answer.status).toBe(201);
  const { id, created_at } = answer.body;
  expect(answer.headers.get("location")).toBe(`/accounts/${client.accountId}/transfers/${id}`);
  const nowhereYet = { transaction_id: null, payment_id: null, payment_details: null };
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^[0-9A-Za-z]{26}$/),
    status: "pending",
    amount: { value: "10.50", currency: "FUSD" },
    fee: usd("0.00"),
    source: { address_id: anna, value_type: "FUSD", transfer_type: "base", ...nowhereYet },
    destination: {
      address_id: checking,
      value_type: "USD",
      transfer_type: "ach_credit",
      ...nowhereYet,
      wire_memo: null,
    },
    note: "Invoice 7",
    brand: { account_id: client.accountId },
    failure: null,
    refund: null,
    automation_id: null,
    created_at: expect.any(String),
    updated_at: created_at,
  });
  expect(await party.show(id)).toEqual(answer.body);
  expect(await party.events()).toEqual([
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
  expect((await party.books())["wallet anna base FUSD"]).toBe("100.00, 10.50 held");
});

test("a wire is answered with where to send it, each with a number of its own", async () => {
  const party = await openParty(api, tokens);
  const body = { amount: usd("10"), source: wireIn, destination: party.on(party.anna) };
  const { body: first } = await party.post("/transfers", body);
  const { body: second } = await party.post("/transfers", body);
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
  expect((await party.show(first.id)).wire_instructions).toEqual(first.wire_instructions);
});

test("the same key again is the same transfer; with another request it is refused", async () => {
  const party = await funded();
  const first = await party.post("/transfers", payout(party, "60"), { key: "once" });
  const again = await party.post("/transfers", payout(party, "60"), { key: "once" });
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  const other = await party.post("/transfers", payout(party, "6"), { key: "once" });
  expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
  expect((await party.books())["wallet anna base FUSD"]).toBe("100.00, 60.00 held");
  expect(await api.worksOf(first.body.id)).toHaveLength(1);
});

describe("what is not there is not promised", () => {
  test("a balance", async () => {
    const party = await funded();
    const answer = await party.post("/transfers", payout(party, "100.000001"));
    expect([answer.status, answer.body.code]).toEqual([422, "insufficient_balance"]);
    expect(answer.body.errors).toEqual([{ pointer: "/amount/value", detail: "is more than is available" }]);
    expect(answer.body.detail).toContain("100.00 FUSD");
    expect(await party.events()).toEqual([]);
  });

  test("one balance to two at the same moment", async () => {
    const party = await funded();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => party.post("/transfers", payout(party, "30"))),
    );
    const accepted = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ body }) => body.code === "insufficient_balance");
    expect([accepted.length, refused.length]).toEqual([3, 5]);
    expect((await party.books())["wallet anna base FUSD"]).toBe("100.00, 90.00 held");
    expect(await party.events()).toHaveLength(3);
  });

  test("tokens and dollars of the treasury", async () => {
    const party = await funded();
    await party.fund(party.anna, "XUSD", 100n);
    await party.fillTreasury("XUSD", 10n);
    await party.fillTreasury("USD", 20n);
    const swap = (value: string) => ({
      amount: usd(value),
      source: party.on(party.anna),
      destination: party.on(party.bert, "XUSD"),
    });
    const offramp = {
      ...payout(party, "20.01"),
      source: party.on(party.anna, "XUSD"),
      destination: party.by("wire"),
    };
    for (const body of [swap("10.01"), offramp]) {
      const answer = await party.post("/transfers", body);
      expect([answer.status, answer.body.code]).toEqual([422, "insufficient_liquidity"]);
    }
    expect((await party.post("/transfers", swap("10"))).status).toBe(201);
    expect((await party.post("/transfers", swap("0.01"))).body.code).toBe("insufficient_liquidity");
    expect((await party.books())["treasury vault base XUSD"]).toBe("10.00, 10.00 held");
  });
});

test("limits are kept: of one transfer, of a day, and given back by what fails", async () => {
  const party = await funded(1_000n);
  const { accountId } = party.client;
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
  const ask = async (value: string) => {
    const { status, body } = await party.post("/transfers", payout(party, value));
    return status === 201 ? body.id : `${body.code}: ${body.detail}`;
  };
  expect(await ask("50.01")).toContain("limit_exceeded: the amount is above the limit of 50.00 USD");
  const first = await ask("50");
  expect(await ask("30.000001")).toContain("30.00 USD is left");
  await api.settle(first, { ok: false, reason: "frozen", detail: "", transactionId: undefined });
  expect((await party.show(first)).status).toBe("failed");
  expect(await ask("50")).toMatch(/^\w{26}$/);
});

test("a fee is taken out of the amount, and is what the quote said", async () => {
  const party = await funded();
  await api.database.transaction((tx) =>
    setFee(api.deps, tx, {
      managingAccountId: party.client.accountId,
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
    source: party.on(party.anna),
    destination: party.on(party.sol, "GUSD", "solana"),
  };
  const quote = await party.post("/transfers/quote", body);
  expect([quote.body.fee, quote.body.delivered]).toEqual([usd("0.35"), usd("9.65")]);
  const id = await party.create("10", body.source, body.destination);
  expect((await party.show(id)).fee).toEqual(usd("0.35"));
  await api.settle(id);
  await api.settle(id);
  expect(await party.books()).toMatchObject({
    "wallet sol solana GUSD": "9.65",
    "reserve GUSD USD": "9.65",
    "fees USD": "0.35",
    "reserve FUSD USD": "90.00",
  });
  const small = await party.post("/transfers", { ...body, amount: usd("0.25") });
  expect([small.status, small.body.errors?.[0]?.pointer]).toEqual([422, "/amount/value"]);
});

describe("a quote", () => {
  test("says the way, the times and what is in the way, and does nothing", async () => {
    const party = await openParty(api, tokens);
    const body = { ...payout(party, "5"), destination: party.by("ach_credit") };
    const { status, body: quote } = await party.post("/transfers/quote", body);
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
    expect(await party.books()).toEqual({});
    expect((await party.get("/transfers")).body.transfers).toEqual([]);
    expect(await party.events()).toEqual([]);
  });

  test("of what can never be is refused like the transfer itself", async () => {
    const party = await openParty(api, tokens);
    const body = { ...payout(party, "5"), destination: party.by("ach_debit") };
    const quote = await party.post("/transfers/quote", body);
    const created = await party.post("/transfers", body);
    expect([quote.status, quote.body.code]).toEqual([422, "unsupported_route"]);
    expect([created.status, created.body.code]).toEqual([422, "unsupported_route"]);
  });
});

interface Place {
  readonly value_type: string;
  readonly transfer_type: string;
}

test("the list of routes has what can be combined, and nothing else", async () => {
  const { client } = await openParty(api, tokens);
  const { body } = await api.request("GET", "/routes", { token: client.token });
  const place = ({ value_type, transfer_type }: Place) => `${value_type} ${transfer_type}`;
  const ways = body.routes.map(
    ({ flow, source, destination }: { flow: string; source: Place; destination: Place }) =>
      `${flow}: ${place(source)} to ${place(destination)}`,
  );
  // Three rails in, four out; two of ours and one of others' on two chains each.
  const counts = { onramp: 3 * 4, offramp: 6 * 4, payout: 6, bridge: 4, swap: 2 * 2 * 2 + 2 * 4 * 2 + 2 };
  for (const [flow, expected] of Object.entries(counts)) {
    expect(
      ways.filter((way: string) => way.startsWith(flow)),
      flow,
    ).toHaveLength(expected);
  }
  expect(ways).toContain("onramp: USD same_day_ach_debit to FUSD solana");
  expect(ways).not.toContain("onramp: USD wire to XUSD base");
});

describe("what another tenant has is not there", () => {
  test("accounts, addresses and transfers", async () => {
    const [party, stranger] = [await funded(), await funded()];
    const id = await party.create("1", party.on(party.anna), party.on(party.bert));
    const { client } = stranger;
    const theirs = { accountId: party.client.accountId };
    const refused = [
      await stranger.post("/transfers", payout(stranger, "1"), theirs),
      await stranger.post("/transfers/quote", payout(stranger, "1"), theirs),
      await stranger.post(`/transfers/${id}/cancel`, undefined),
      await stranger.post(`/transfers/${id}/cancel`, undefined, theirs),
      await stranger.get(`/transfers/${id}`),
      await api.request("GET", `/accounts/${theirs.accountId}/transfers`, { token: client.token }),
      await party.get("/transfers/nonsense"),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [404, "not_found"]),
    );
    const taken = await stranger.post("/transfers", {
      ...payout(stranger, "1"),
      source: party.on(party.anna),
    });
    expect([taken.status, taken.body.code]).toEqual([404, "address_not_found"]);
    const given = await stranger.post("/transfers", {
      ...payout(stranger, "1"),
      destination: party.on(party.bert),
    });
    expect([given.status, given.body.code]).toEqual([404, "address_not_found"]);
  });

  test("the same account on the other network", async () => {
    const party = await funded();
    const id = await party.create("1", party.on(party.anna), party.on(party.bert));
    const { accountId } = party.client;
    const { token } = await api.createClient({ accountId, network: "mainnet" });
    const answer = await api.request("GET", `/accounts/${accountId}/transfers/${id}`, { token });
    expect(answer.status).toBe(404);
  });
});

test("an account that is not complete, or has no such scope, moves nothing", async () => {
  const party = await funded();
  const pending = await addManagedAccount(api, party.client.accountId, { status: "pending" });
  const early = await party.post("/transfers", payout(party, "1"), { accountId: pending });
  expect([early.status, early.body.code]).toEqual([422, "unprocessable"]);
  const { accountId } = party.client;
  const reader = await api.createClient({ accountId, scopes: ["transfers:read"] });
  const answer = await party.post("/transfers", payout(party, "1"), { client: reader });
  expect([answer.status, answer.body.code]).toEqual([403, "insufficient_scope"]);
  const unknown = { ...payout(party, "1"), source: party.on(newId<"address">()) };
  expect((await party.post("/transfers", unknown)).status).toBe(404);
});
