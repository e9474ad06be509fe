import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { addAddress, addToken } from "../../../test/token-holders.ts";
import { withinOneDay } from "../../../test/within-one-day.ts";
import { statement } from "../../db/statement.ts";
import type { OperatorRole } from "../../users/roles/role.ts";

let api: TestApi;
let client: TestClient;
let officer: TestUser;

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
  client = await api.createClient();
  officer = await createUser(api, { operatorRole: "compliance" });
});

afterAll(() => api.stop());

const limits = () => `/console/api/limits/${client.accountId}`;
const fees = () => `/console/api/fees/${client.accountId}`;
const network = "testnet";

test("a limit is set, replaced, returned with its usage, and removed", async () => {
  const first = await officer.put(limits(), { network, daily: "1000" });
  expect(first).toMatchObject({
    status: 200,
    body: {
      account_id: null,
      transfer_type: null,
      per_transfer: null,
      daily: "1000.00",
      left_today: "1000.00",
    },
  });
  const second = await officer.put(limits(), { network, daily: "500.50", per_transfer: "100" });
  expect(second.body).toMatchObject({ id: first.body.id, daily: "500.50", used_today: "0.00" });
  const wire = { network, account_id: client.accountId, transfer_type: "wire", per_transfer: "5" };
  const narrow = await officer.put(limits(), wire);
  const mints = { operation: "token_mint", asset: "USD", thirty_days: "70", network };
  const third = await officer.put(limits(), mints);
  expect(third.body).toMatchObject({
    ...mints,
    thirty_days: "70.00",
    left_thirty_days: "70.00",
    left_today: null,
  });
  expect(await ownLimits()).toMatchObject([
    { id: first.body.id, per_transfer: "100.00" },
    { id: narrow.body.id, account_id: client.accountId, transfer_type: "wire", used_today: null },
    { id: third.body.id, operation: "token_mint", asset: "USD" },
  ]);
  expect(await auditOf("transfer_limit.set", first.body.id)).toEqual([
    { actorType: "user", actorId: officer.userId },
    { actorType: "user", actorId: officer.userId },
  ]);
  for (const { id } of [first.body, narrow.body, third.body]) {
    expect((await officer.delete(`${limits()}/${id}`)).status).toBe(204);
    expect((await officer.delete(`${limits()}/${id}`)).status).toBe(404);
  }
  expect(await ownLimits()).toEqual([]);
});

async function ownLimits() {
  const { body } = await officer.get(limits());
  return body.limits.filter(({ id }: { readonly id: string | null }) => id !== null);
}

test("default limits of mainnet are returned, until the tenant has its own", async () => {
  const { accountId } = await api.createClient();
  const list = async () => (await officer.get(`/console/api/limits/${accountId}`)).body.limits;
  const narrow = { per_transfer: "1000000.00", daily: "5000000.00", left_thirty_days: "50000000.00" };
  expect(await list()).toMatchObject([
    { id: null, network: "mainnet", operation: null, daily: "10000000.00", thirty_days: "100000000.00" },
    { id: null, operation: "token_mint", ...narrow, updated_at: null },
    { id: null, operation: "treasury_withdrawal", ...narrow },
  ]);
  const mints = { network: "mainnet", operation: "token_mint", daily: "20000000" };
  const { body } = await officer.put(`/console/api/limits/${accountId}`, mints);
  expect(await list()).toMatchObject([
    { id: body.id, daily: "20000000.00", per_transfer: null },
    { operation: null },
    { operation: "treasury_withdrawal" },
  ]);
});

test("the limits of a tenant hold for mints and token transfers, whatever their amount and destination", () =>
  withinOneDay(limitsHold));

let issuers = 0;

async function limitsHold(): Promise<void> {
  const issuer = await api.createClient({ selfAttested: true });
  const { accountId } = issuer;
  issuers += 1;
  const valueType = `LEAK${issuers}`;
  await addToken(api, { issuer: accountId, valueType });
  const end = (address_id: string) => ({ address_id, value_type: valueType, transfer_type: "base" });
  const treasury = end(await addAddress(api, { accountId }));
  const thief = end(await addAddress(api, { accountId, kind: "external" }));
  const set = await officer.put(`/console/api/limits/${accountId}`, {
    network,
    per_transfer: "10.00",
    daily: "20.00",
  });
  expect(set.status).toBe(200);
  const post = async (path: string, body: object) => {
    const response = await api.request("POST", `/accounts/${accountId}/${path}`, {
      token: issuer.token,
      body,
      idempotencyKey: randomUUID(),
    });
    const pointers = response.body.errors?.map(({ pointer }: { pointer: string }) => pointer);
    return { status: response.status, code: response.body.code, pointers };
  };
  const refused = { status: 422, code: "limit_exceeded", pointers: ["/amount"] };
  const mint = (amount: string) => post("tokens/mints", { amount, destination: treasury });
  expect(await mint("5000000.00")).toEqual(refused);
  const leak = { amount: "1000000.00", source: treasury, destination: thief };
  expect(await post("tokens/transfers", leak)).toEqual(refused);
  expect(await post("tokens/burns", { amount: "1000000.00", source: treasury })).toEqual(refused);
  const transfer = { ...leak, amount: { value: "1000.00", currency: valueType } };
  expect(await post("transfers", transfer)).toEqual({ ...refused, pointers: ["/amount/value"] });
  expect((await mint("10.00")).status).toBe(201);
  expect((await mint("9.99")).status).toBe(201);
  expect(await mint("0.02")).toEqual(refused);
  expect(await post("tokens/transfers", { ...leak, amount: "0.02" })).toEqual(refused);
}

test("on mainnet a mint above the default limit is refused", async () => {
  const mainnet = { network: "mainnet" } as const;
  const issuer = await api.createClient({ selfAttested: true, ...mainnet });
  const { accountId } = issuer;
  await addToken(api, { issuer: accountId, valueType: "MAIN", ...mainnet });
  const address_id = await addAddress(api, { accountId, ...mainnet });
  const destination = { address_id, value_type: "MAIN", transfer_type: "base" };
  const mint = (amount: string) =>
    api.request("POST", `/accounts/${accountId}/tokens/mints`, {
      token: issuer.token,
      idempotencyKey: randomUUID(),
      body: { amount, destination },
    });
  const excess = await mint("1000000.01");
  expect(excess).toMatchObject({
    status: 422,
    body: { code: "limit_exceeded", errors: [{ pointer: "/amount" }] },
  });
  expect((await mint("1000000.00")).status).toBe(201);
  const [, mints] = (await officer.get(`/console/api/limits/${accountId}`)).body.limits;
  expect(mints).toMatchObject({ operation: "token_mint", left_thirty_days: "49000000.00" });
});

test("a fee is set, returned and removed, and an invalid one is rejected with the field", async () => {
  const input = { network, flow: "offramp", flat: "0.25", basis_points: 15, minimum: "1", maximum: "20" };
  const set = await officer.put(fees(), input);
  expect(set).toMatchObject({
    status: 200,
    body: { flow: "offramp", flat: "0.25", basis_points: 15, minimum: "1.00", maximum: "20.00" },
  });
  expect((await officer.get(limits())).body.fees).toEqual([set.body]);
  const upsideDown = await officer.put(fees(), { ...input, maximum: "0.50" });
  expect(upsideDown).toMatchObject({ status: 400, body: { errors: [{ pointer: "/maximum" }] } });
  const noAmount = await officer.put(fees(), { ...input, flat: "much" });
  expect(noAmount).toMatchObject({ status: 400, body: { errors: [{ pointer: "/flat" }] } });
  expect((await officer.put(fees(), { ...input, basis_points: 10_001 })).status).toBe(400);
  expect(await auditOf("transfer_fee.set", set.body.id)).toHaveLength(1);
  expect((await officer.delete(`${fees()}/${set.body.id}`)).status).toBe(204);
  expect(await auditOf("transfer_fee.remove", set.body.id)).toHaveLength(1);
});

test("unknown ids are not found, and an empty limit is rejected", async () => {
  const elsewhere = await api.createClient();
  const input = { network, daily: "10" };
  expect((await officer.put(`/console/api/limits/${"0".repeat(26)}`, input)).status).toBe(404);
  expect((await officer.put(limits(), { ...input, account_id: elsewhere.accountId })).status).toBe(404);
  expect((await officer.put(limits(), { network })).status).toBe(400);
  expect((await officer.put(limits(), { network, daily: "0" })).status).toBe(400);
  for (const wrong of [
    { transfer_type: "pigeon" },
    { operation: "payout" },
    { asset: "NONE" },
    { destination_address_id: elsewhere.accountId },
  ]) {
    const { status, body } = await officer.put(limits(), { ...input, ...wrong });
    expect({ status, pointer: body.errors?.[0]?.pointer }).toEqual({
      status: 400,
      pointer: `/${Object.keys(wrong)[0]}`,
    });
  }
  expect(
    (await officer.get(`${limits()}/effective?network=${network}&account_id=${elsewhere.accountId}`)).status,
  ).toBe(404);
});

test("the effective terms of an account are returned per transfer type", async () => {
  await officer.put(limits(), { network, per_transfer: "9000000" });
  await officer.put(limits(), { network, transfer_type: "base", per_transfer: "50", daily: "80" });
  await officer.put(fees(), { network, flow: "onramp", flat: "1" });
  const { status, body } = await officer.get(`${limits()}/effective?network=${network}`);
  expect(status).toBe(200);
  expect(body.account_id).toBe(client.accountId);
  const termsOf = (name: string) =>
    body.ways.find((way: { transfer_type: string }) => way.transfer_type === name);
  expect(termsOf("base")).toMatchObject({ most: "50.00", left_today: "80.00" });
  expect(termsOf("base").limit_ids).toHaveLength(2);
  expect(termsOf("same_day_ach_credit")).toMatchObject({ most: "1000000.00", left_today: null });
  expect(termsOf("wire").most).toBe("9000000.00");
  expect(termsOf("wire").fees).toMatchObject([
    { flow: "onramp", fee: { flat: "1.00" } },
    { flow: "offramp", fee: null },
    { flow: "swap", fee: null },
  ]);
  const { body: other } = await officer.get(`${limits()}/effective?network=mainnet`);
  expect(other.ways.find((way: { transfer_type: string }) => way.transfer_type === "base").limit_ids).toEqual(
    [],
  );
});

test.each<[OperatorRole, number]>([
  ["admin", 200],
  ["compliance", 200],
  ["treasury", 403],
  ["support", 403],
  ["read_only", 403],
])("the role %s gets %i for changing limits and fees, and can read them", async (operatorRole, expected) => {
  const user = await createUser(api, { operatorRole });
  expect((await user.get(limits())).status).toBe(200);
  const input = { network, transfer_type: "rtp_credit", per_transfer: "1" };
  expect((await user.put(limits(), input)).status).toBe(expected);
  expect((await user.put(fees(), { network, flow: "swap" })).status).toBe(expected);
});

test("changing terms needs a recent second factor, and members may not", async () => {
  const late = await createUser(api, { operatorRole: "admin", secondFactorAge: "old" });
  const member = await createUser(api, { memberOf: client.accountId });
  const input = { network, daily: "10" };
  const refused = { status: 403, body: { code: "second_factor_required" } };
  expect(await late.put(limits(), input)).toMatchObject(refused);
  expect(await late.put(fees(), { network, flow: "swap" })).toMatchObject(refused);
  expect(await late.delete(`${limits()}/${client.accountId}`)).toMatchObject(refused);
  expect((await member.get(limits())).status).toBe(403);
});

const selectAudit = statement(
  "SELECT actor_type, actor_id FROM audit_log WHERE action = $1 AND subject_id = $2 ORDER BY id",
);

function auditOf(action: string, id: string) {
  return api.database.rows(selectAudit, [action, id]);
}
