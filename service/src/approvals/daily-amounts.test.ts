import { afterAll, beforeAll, expect, test } from "vitest";
import { newBankRequest } from "../../test/addresses.ts";
import { createUser, type TestUser } from "../../test/console.ts";
import { addAddress, addManagedAccount, addToken } from "../../test/token-holders.ts";
import { record } from "../../test/tokens.ts";
import { send, startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, type TestTokens } from "../../test/transfer-fixture.ts";
import { statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";

let api: TransferApi;
let tokens: TestTokens;
let tokenCount = 0;

beforeAll(async () => {
  api = await startTransferApi({ environment: { RATE_LIMIT: "off" } });
  tokens = await addTestTokens(api);
});
afterAll(() => api.stop());

interface Setting {
  readonly fixture: Fixture;
  readonly ada: TestUser;
  /** Pays from the wallet to an address; the status of the response, and the id. */
  pay(value: string, to?: string): Promise<{ readonly status: number; readonly id: string }>;
  statuses(values: readonly string[], to?: string): Promise<readonly number[]>;
  decide(id: string, verb: string): Promise<string>;
}

/** A tenant with an admin, a thousand dollars, and a rule for transfers above a hundred. */
async function open(rule: object = {}): Promise<Setting> {
  const fixture = await openFixture(api, tokens);
  const { accountId } = fixture.client;
  const ada = await createUser(api, { memberOf: accountId });
  await fixture.fund(fixture.anna, "FUSD", 1_000n);
  const body = { operation: "transfer", above: "100.00", approvals: 1, approver_roles: ["admin"], ...rule };
  expect((await fixture.post("/approval-rules", body)).status).toBe(201);
  const pay: Setting["pay"] = async (value, to = fixture.bert) => {
    const { status, body } = await fixture.post("/transfers", {
      amount: { value, currency: "USD" },
      source: fixture.on(fixture.anna),
      destination: fixture.on(to),
    });
    return { status, id: body.id };
  };
  return {
    fixture,
    ada,
    pay,
    statuses: async (values, to) => {
      const statuses = [];
      for (const value of values) statuses.push((await pay(value, to)).status);
      return statuses;
    },
    decide: async (id, verb) => {
      const path = `/console/api/workspaces/${accountId}/testnet/accounts/${accountId}/approvals/${id}/${verb}`;
      return (await ada.post(path, {})).body.status;
    },
  };
}

test("a payment in parts needs approval as one of the same amount: the second part, and those after it", async () => {
  const { statuses, fixture } = await open();
  const parts = Array.from({ length: 5 }, () => "100.00");
  expect(await statuses(parts)).toEqual([201, 202, 202, 202, 202]);
  // Another destination has a sum of its own.
  expect(await statuses(["99.99", "0.01", "0.01"], fixture.outside)).toEqual([201, 201, 202]);
});

test("parallel parts for one destination never exceed the amount together", async () => {
  const { fixture, ada, pay } = await open();
  const { accountId } = fixture.client;
  const path = `/console/api/workspaces/${accountId}/testnet/accounts/${accountId}/transfers`;
  const body = {
    amount: { value: "40.00", currency: "USD" },
    source: fixture.on(fixture.anna),
    destination: fixture.on(fixture.bert),
  };
  const inConsole = async (index: number) =>
    (await ada.post(path, body, { headers: { "idempotency-key": `part-${index}` } })).status;
  const byApi = async () => (await pay("40.00")).status;
  const statuses = await Promise.all(
    Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? inConsole(index) : byApi())),
  );
  const accepted = Array.from({ length: 2 }, () => 201);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([
    ...accepted,
    ...Array.from({ length: 14 }, () => 202),
  ]);
});

test("what waits and what is approved counts; what is refused, rejected, canceled or expired does not", async () => {
  const { fixture, pay, statuses, decide } = await open();
  const { id: executed } = await pay("100.01");
  expect(await decide(executed, "approve")).toBe("executed");
  expect(await statuses(["0.01"])).toEqual([202]);
  const to = fixture.outside;
  expect(await statuses(["5000.00", "60.00"], to)).toEqual([422, 201]);
  const [rejected, canceled, expired] = [
    await pay("41.00", to),
    await pay("41.00", to),
    await pay("41.00", to),
  ];
  expect(await statuses(["40.00"], to)).toEqual([202]);
  expect(await decide(rejected.id, "reject")).toBe("rejected");
  expect((await fixture.post(`/approvals/${canceled.id}/cancel`, {})).body.status).toBe("canceled");
  expect(await simulate(fixture, expired.id)).toBe("expired");
  // 60.00 is executed and 40.00 waits.
  expect(await statuses(["0.01"], to)).toEqual([202]);
  expect(await sumOf(fixture.outside)).toBe(10_001n);
});

test("a bank account that another account of the tenant registers again has the same sum", async () => {
  const { fixture } = await open();
  const { accountId } = fixture.client;
  const managed = await addManagedAccount(api, accountId);
  const register = async (account: AccountId, account_number: string, routing_number: string) => {
    const request = newBankRequest({ account_number, routing_number, transfer_types: ["ach_credit"] });
    const { status, body, text } = await fixture.post("/addresses/external", request, { accountId: account });
    expect(status, text).toBe(201);
    return body.id as string;
  };
  const pay = async (to: string, value: string) => {
    const destination = fixture.by("ach_credit", to);
    const amount = { value, currency: "USD" };
    return (await fixture.post("/transfers", { amount, source: fixture.on(fixture.anna), destination }))
      .status;
  };
  const [first, again, other] = [
    await register(accountId, "7700123", "021000021"),
    await register(managed, "007700123", "011000015"),
    await register(managed, "7700124", "021000021"),
  ];
  expect([await pay(first, "100.00"), await pay(again, "1.00"), await pay(other, "1.00")]).toEqual([
    201, 202, 201,
  ]);
  const { rows } = await usage(accountId);
  expect(rows).not.toContain("7700123");
});

const usageOf = statement<{ readonly rows: string }>(
  "SELECT coalesce(string_agg(usage::text, ' '), '') AS rows FROM approval_usage AS usage WHERE tenant_id = $1",
);

async function usage(tenantId: string): Promise<{ readonly rows: string }> {
  return (await api.database.first(usageOf, [tenantId])) ?? { rows: "" };
}

async function simulate(fixture: Fixture, id: string): Promise<string> {
  return (await fixture.post(`/simulations/approvals/${id}`, { outcome: "expired" })).body.status;
}

const selectSum = statement<{ readonly cents: bigint }>(`
  SELECT cents FROM approval_usage AS usage JOIN addresses AS address
    ON address.tenant_id = usage.tenant_id AND address.on_chain_address = usage.destination
  WHERE address.id = $1`);
const sumOf = async (addressId: string) => (await api.database.first(selectSum, [addressId]))?.cents;

test.each(["token_mint", "token_transfer", "token_burn"] as const)(
  "operations %s in parts add up as well",
  async (operation) => {
    tokenCount += 1;
    const client = await api.createClient({ selfAttested: true });
    const { accountId } = client;
    const valueType = `PART${tokenCount}`;
    const { id } = await addToken(api, { issuer: accountId, valueType });
    const [wallet, outside] = [
      await addAddress(api, { accountId }),
      await addAddress(api, { accountId, kind: "external" }),
    ];
    const token = { chain: "base", asset: { code: valueType, scale: 6 } } as const;
    const [units, key] = [10n ** 9n, "test/wallet"];
    const postings = [
      { account: { ...token, kind: "supply", owner: id }, units: -units },
      { account: { ...token, kind: "wallet", owner: wallet }, units },
    ] as const;
    await record(api.database, accountId, [{ type: "post", key, postings }]);
    const post = (path: string, body: object) => send(api, { client }, "POST", path, body);
    const rule = { operation, above: "100.00", approvals: 1, approver_roles: ["admin"] };
    expect((await post("/approval-rules", rule)).status).toBe(201);
    const end = (address_id: string) => ({ address_id, value_type: valueType, transfer_type: "base" });
    const [source, destination] = [end(wallet), end(outside)];
    const request = {
      token_mint: ["/tokens/mints", { destination }],
      token_transfer: ["/tokens/transfers", { source, destination }],
      token_burn: ["/tokens/burns", { source }],
    } as const;
    const [path, ends] = request[operation];
    const move = async (amount: string) => (await post(path, { amount, ...ends })).status;
    expect([await move("60"), await move("40"), await move("0.000001")]).toEqual([201, 201, 202]);
  },
);

test("treasury withdrawals in parts to one bank account wait as one of the whole amount would", async () => {
  const fixture = await openFixture(api, tokens);
  await fixture.fillTreasury("USD", 500n);
  const { accountId } = fixture.client;
  const [officer, treasurer] = [
    await createUser(api, { operatorRole: "compliance" }),
    await createUser(api, { operatorRole: "treasury" }),
  ];
  const limits = { operation: "treasury_withdrawal", above: "20.00", account_id: accountId };
  const rule = { ...limits, approvals: 1, approver_roles: ["admin"] };
  expect((await officer.post("/console/api/approval-rules", rule)).status).toBe(201);
  const path = `/console/api/treasury/${accountId}/testnet`;
  const withdraw = async () => {
    const { withdrawal_id: id } = (await treasurer.get(path)).body;
    const body = { id, address_id: fixture.checking, transfer_type: "wire", amount: "10.00" };
    return (await treasurer.post(`${path}/withdrawals`, body)).status;
  };
  const statuses = await Promise.all([withdraw(), withdraw(), withdraw(), withdraw()]);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 201, 202, 202]);
  expect((await treasurer.get(path)).body.withdrawals).toHaveLength(2);
});
