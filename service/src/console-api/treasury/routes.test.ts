import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Account, Keypair, MuxedAccount } from "@stellar/stellar-base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUser, type TestUser } from "../../../test/console.ts";
import { makeDataFolder } from "../../../test/data-folder.ts";
import { readSdnFixtureFiles } from "../../../test/sdn-fixture.ts";
import { addAddress, addToken } from "../../../test/token-holders.ts";
import { record } from "../../../test/tokens.ts";
import { frozen, startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture } from "../../../test/transfer-fixture.ts";
import { statement } from "../../db/statement.ts";
import type { OperatorRole } from "../../users/roles/role.ts";

let api: TransferApi;
let fixture: Fixture;
let treasurer: TestUser;
let lists: Awaited<ReturnType<typeof makeDataFolder>>;

beforeAll(async () => {
  lists = await makeDataFolder();
  for (const [name, content] of Object.entries(await readSdnFixtureFiles()))
    await writeFile(join(lists.path, name), content);
  api = await startTransferApi({ environment: { SANCTIONS_LIST_DIR: lists.path } });
  fixture = await openFixture(api, await addTestTokens(api));
  treasurer = await createUser(api, { operatorRole: "treasury" });
  await fixture.fillTreasury("USD", 500n);
  await fixture.fillTreasury("XUSD", 70n);
  await fixture.earnFees(9n);
});

afterAll(async () => {
  await api.stop();
  await lists[Symbol.asyncDispose]();
});

const path = (network = "testnet") => `/console/api/treasury/${fixture.client.accountId}/${network}`;

async function input(more: object = {}) {
  const { withdrawal_id: id } = (await treasurer.get(path())).body;
  return { id, address_id: fixture.checking, transfer_type: "wire", amount: "100", ...more };
}

test("a treasury shows dollars first, then tokens by chain", async () => {
  const { status, body } = await treasurer.get(path());
  expect(status).toBe(200);
  expect(body.balances).toEqual([
    { chain: null, value_type: "USD", balance: "500.00", available: "500.00", held: "0.00" },
    { chain: "base", value_type: "XUSD", balance: "70.00", available: "70.00", held: "0.00" },
  ]);
  expect(body.withdrawals).toEqual([]);
  expect(body.addresses.length).toBeGreaterThan(0);
  expect((await treasurer.get(path("mainnet"))).body.balances).toHaveLength(1);
  expect((await treasurer.get(path("elsewhere"))).status).toBe(404);
  expect((await treasurer.get(`/console/api/treasury/${fixture.anna}/testnet`)).status).toBe(404);
});

test("deposit instructions are the same each time", async () => {
  const first = await treasurer.post(`${path()}/instructions`, undefined);
  expect(first.status).toBe(200);
  expect(first.body.bank).toMatchObject({
    account_number: expect.stringMatching(/^\d+$/),
    memo: expect.any(String),
  });
  const again = await treasurer.post(`${path()}/instructions`, undefined);
  expect(again.body).toEqual(first.body);
  expect((await treasurer.get(path())).body.addresses).toEqual(first.body.addresses);
});

test("a withdrawal is executed once, however often it is sent", async () => {
  const order = await input();
  const responses = await Promise.all([1, 2, 3].map(() => treasurer.post(`${path()}/withdrawals`, order)));
  const statuses = responses.map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
  const { body } = await treasurer.get(path());
  expect(body.withdrawals).toMatchObject([{ id: order.id, amount: "100.00", status: "pending" }]);
  expect(body.balances[0]).toMatchObject({ balance: "500.00", available: "400.00", held: "100.00" });
  expect(body.withdrawal_id).not.toBe(order.id);
  expect(await auditOf("treasury.withdraw", order.id)).toEqual([
    { actorType: "user", actorId: treasurer.userId },
  ]);
});

test("an invalid withdrawal is rejected without a hold", async () => {
  const post = async (more: object) => treasurer.post(`${path()}/withdrawals`, await input(more));
  expect(await post({ amount: "99999" })).toMatchObject({
    status: 422,
    body: { code: "insufficient_balance" },
  });
  expect(await post({ transfer_type: "same_day_ach_credit", amount: "1000000.01" })).toMatchObject({
    status: 422,
    body: { code: "limit_exceeded" },
  });
  expect((await post({ address_id: fixture.anna })).status).toBe(404);
  expect((await post({ amount: "-5" })).status).toBe(400);
  expect((await post({ transfer_type: "ach_debit" })).status).toBe(400);
  expect((await post({ memo: "two\nlines" })).status).toBe(400);
  expect((await treasurer.get(path())).body.withdrawals).toHaveLength(1);
});

test("earned fees are paid out, apart from the dollars of the treasury", async () => {
  const before = (await treasurer.get(path())).body;
  expect(before.earned_fees).toEqual({ balance: "9.00", available: "9.00", held: "0.00" });
  const order = await input({ from: "fees", amount: "7.50" });
  const response = await treasurer.post(`${path()}/withdrawals`, order);
  expect(response).toMatchObject({
    status: 201,
    body: { id: order.id, source: "fees", value_type: "USD", amount: "7.50", transaction_id: null },
  });
  const held = (await treasurer.get(path())).body;
  expect(held.earned_fees).toEqual({ balance: "9.00", available: "1.50", held: "7.50" });
  expect(held.balances[0]).toEqual(before.balances[0]);
  const tooMuch = await treasurer.post(
    `${path()}/withdrawals`,
    await input({ from: "fees", amount: "1.51" }),
  );
  expect(tooMuch).toMatchObject({ status: 422, body: { code: "insufficient_balance" } });
  await api.bank();
  const { earned_fees: fees, withdrawals } = (await treasurer.get(path())).body;
  expect(fees).toEqual({ balance: "1.50", available: "1.50", held: "0.00" });
  expect(withdrawals.find(({ id }: { id: string }) => id === order.id)).toMatchObject({ status: "complete" });
});

describe("tokens of the treasury", () => {
  const tokens = async (more: object = {}) =>
    input({
      address_id: fixture.outside,
      transfer_type: "base",
      value_type: "xusd",
      amount: "12.345678",
      ...more,
    });
  const send = (order: object) => treasurer.post(`${path()}/withdrawals`, order);
  const balanceOf = async () => (await treasurer.get(path())).body.balances[1];
  const find = async (id: string) =>
    (await treasurer.get(path())).body.withdrawals.find((each: { id: string }) => each.id === id);

  test("are sent once, held until the transaction is final, and then posted", async () => {
    const order = await tokens();
    const responses = await Promise.all([1, 2, 3].map(() => send(order)));
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409,
    ]);
    expect(await find(order.id)).toMatchObject({
      source: "treasury",
      value_type: "XUSD",
      transfer_type: "base",
      amount: "12.345678",
      status: "pending",
      payment_id: null,
    });
    expect(await balanceOf()).toMatchObject({ balance: "70.00", available: "57.654322", held: "12.345678" });
    const works = await api.worksOf(order.id);
    expect(works).toMatchObject([{ owner: "treasury", operation: { kind: "transfer", units: 12_345_678n } }]);
    await api.settle(order.id);
    // An outcome that is reported again changes nothing.
    await api.settle(order.id);
    expect(await find(order.id)).toMatchObject({ status: "complete", transaction_id: "tx-done" });
    expect(await balanceOf()).toMatchObject({ balance: "57.654322", held: "0.00" });
    expect(await fixture.faults()).toEqual([]);
  });

  test("are released, and no longer count for limits, if the transaction fails", async () => {
    const order = await tokens({ amount: "5" });
    expect((await send(order)).status).toBe(201);
    const before = await balanceOf();
    await api.settle(order.id, frozen);
    expect(await find(order.id)).toMatchObject({ status: "failed", reason: "frozen" });
    expect(await balanceOf()).toEqual({ ...before, available: before.balance, held: "0.00" });
    expect(await fixture.faults()).toEqual([]);
  });

  test.each<[string, () => object, number, string]>([
    ["more than there is", () => ({ amount: "70" }), 422, "insufficient_balance"],
    ["a token that was issued here", () => ({ value_type: "FUSD" }), 422, "unprocessable"],
    ["an unknown token", () => ({ value_type: "NOPE" }), 422, "unprocessable"],
    ["a chain without the address", () => ({ transfer_type: "solana" }), 422, "unprocessable"],
    ["a rail", () => ({ transfer_type: "wire" }), 400, "validation_failed"],
    ["a wallet here", () => ({ address_id: fixture.anna }), 404, "not_found"],
    ["a bank account", () => ({ address_id: fixture.checking }), 404, "not_found"],
    ["fees, which are dollars", () => ({ from: "fees" }), 400, "validation_failed"],
    ["a memo", () => ({ memo: "for the bank" }), 400, "validation_failed"],
    ["seven decimals", () => ({ amount: "0.0000001" }), 400, "validation_failed"],
    ["nothing", () => ({ amount: "0" }), 400, "validation_failed"],
  ])("%s is refused", async (_what, more, status, code) => {
    expect(await send(await tokens(more()))).toMatchObject({ status, body: { code } });
  });

  test("reach the customer of an exchange that a muxed address names", async () => {
    const { accountId } = fixture.client;
    const chains = ["stellar"] as const;
    await addToken(api, { issuer: undefined, valueType: "MUSD", kind: "third_party", chains });
    const owner = await addAddress(api, { accountId, purpose: "treasury", chains });
    const exchange = Keypair.random().publicKey();
    const muxed = new MuxedAccount(new Account(exchange, "0"), "77").accountId();
    const outside = await addAddress(api, { accountId, kind: "external", chains, text: exchange, muxed });
    const asset = { code: "MUSD", scale: 6 };
    const postings = [
      { account: { kind: "external", chain: "stellar", asset }, units: -9_000_000n },
      { account: { kind: "treasury", owner, chain: "stellar", asset }, units: 9_000_000n },
    ] as const;
    await record(api.database, accountId, [{ type: "post", key: "test/muxed", postings }]);
    const more = { address_id: outside, transfer_type: "stellar", value_type: "MUSD", amount: "9" };
    const order = await tokens(more);
    expect(await send(order)).toMatchObject({ status: 201 });
    const [work] = await api.worksOf(order.id);
    expect(work?.operation).toMatchObject({ kind: "transfer", to: exchange, muxedTo: muxed });
  });

  test("do not go to a sanctioned address", async () => {
    const outside = await addAddress(api, {
      accountId: fixture.client.accountId,
      kind: "external",
      text: "0x00000000000000000000000000000000F1021A01",
    });
    const response = await send(await tokens({ address_id: outside, amount: "1" }));
    expect(response).toMatchObject({ status: 422, body: { errors: [{ pointer: "/address_id" }] } });
  });
});

test.each<[OperatorRole, number]>([
  ["admin", 201],
  ["treasury", 201],
  ["compliance", 403],
  ["support", 403],
  ["read_only", 403],
])("the role %s gets %i for a withdrawal, and can see the treasury", async (operatorRole, expected) => {
  const user = await createUser(api, { operatorRole });
  expect((await user.get(path())).status).toBe(200);
  const response = await user.post(`${path()}/withdrawals`, await input({ amount: "1" }));
  expect(response.status).toBe(expected);
});

test("a withdrawal needs a recent second factor, and members don't see the treasury", async () => {
  const late = await createUser(api, { operatorRole: "treasury", secondFactorAge: "old" });
  expect(await late.post(`${path()}/withdrawals`, await input())).toMatchObject({
    status: 403,
    body: { code: "second_factor_required" },
  });
  const member = await createUser(api, { memberOf: fixture.client.accountId });
  expect((await member.get(path())).status).toBe(403);
});

const selectAudit = statement(
  "SELECT actor_type, actor_id FROM audit_log WHERE action = $1 AND subject_id = $2 ORDER BY id",
);

function auditOf(action: string, id: string) {
  return api.database.rows(selectAudit, [action, id]);
}
