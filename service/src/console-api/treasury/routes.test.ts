import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, type TestUser } from "../../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture } from "../../../test/transfer-fixture.ts";
import { statement } from "../../db/statement.ts";
import type { OperatorRole } from "../../users/roles/role.ts";

let api: TransferApi;
let fixture: Fixture;
let treasurer: TestUser;

beforeAll(async () => {
  api = await startTransferApi();
  fixture = await openFixture(api, await addTestTokens(api));
  treasurer = await createUser(api, { operatorRole: "treasury" });
  await fixture.fillTreasury("USD", 500n);
  await fixture.fillTreasury("XUSD", 70n);
});

afterAll(() => api.stop());

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
