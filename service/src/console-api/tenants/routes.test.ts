import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccountRequest } from "../../../test/account-request.ts";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { chainsOff } from "../../../test/chains-off.ts";
import { createUser, type TestUser } from "../../../test/console.ts";

let api: TestApi;
let admin: TestUser;
let support: TestUser;

beforeAll(async () => {
  api = await startTestApi({ environment: chainsOff });
  admin = await createUser(api, { operatorRole: "admin" });
  support = await createUser(api, { operatorRole: "support" });
});

afterAll(() => api?.stop());

const tenants = "/console/api/tenants";

test("only an admin creates a tenant, standard or self-attested", async () => {
  const standard = await admin.post(tenants, { name: "Fernleaf", self_attested: false });
  expect(standard).toMatchObject({
    status: 201,
    body: { name: "Fernleaf", business_name: null, self_attested: false, testnet: { managed_accounts: 0 } },
  });
  const expected = { name: "Oakmint", business_name: "Oakmint Incorporated", self_attested: true };
  const { id, created, testnet, mainnet, ...fields } = (await admin.post(tenants, expected)).body;
  expect(fields).toEqual(expected);
  expect((await support.get(`${tenants}/${id}`)).body).toEqual({
    id,
    created,
    testnet,
    mainnet,
    ...expected,
  });
  expect(await support.post(tenants, expected)).toMatchObject({ status: 403 });
  const member = await createUser(api, { memberOf: id });
  expect(await member.get(tenants)).toMatchObject({ status: 403 });
});

test("an invalid name is rejected with the field", async () => {
  const bad = await admin.post(tenants, { name: "A\u0007b", self_attested: false });
  expect(bad).toMatchObject({ status: 400, body: { errors: [{ pointer: "/name" }] } });
  const strange = await admin.post(tenants, { name: "Fine", self_attested: "yes" });
  expect(strange).toMatchObject({ status: 400, body: { errors: [{ pointer: "/self_attested" }] } });
});

test("tenants are found by name or id, newest first, with counts per network", async () => {
  const client = await api.createClient();
  await api.createClient({ accountId: client.accountId, network: "mainnet" });
  const { token } = client;
  for (const idempotencyKey of ["one", "two"]) {
    await api.request("POST", "/accounts", { token, body: newAccountRequest(), idempotencyKey });
  }
  const { body } = await support.get(`${tenants}?search=${client.accountId}`);
  expect(body.tenants).toMatchObject([
    {
      id: client.accountId,
      testnet: { managed_accounts: 2, applications: 1 },
      mainnet: { managed_accounts: 0, pending_accounts: 0, applications: 1 },
    },
  ]);
  await admin.post(tenants, { name: "Searched One", self_attested: false });
  await admin.post(tenants, { name: "Searched Two", self_attested: false });
  const first = await support.get(`${tenants}?search=searched&page[size]=1`);
  expect(first.body.tenants).toMatchObject([{ name: "Searched Two" }]);
  const after = encodeURIComponent(first.body.pagination.next);
  const second = await support.get(`${tenants}?search=searched&page[size]=1&page[after]=${after}`);
  expect(second.body.tenants).toMatchObject([{ name: "Searched One" }]);
});

test("a managed account is not a tenant", async () => {
  const { accountId, token } = await api.createClient();
  const body = newAccountRequest();
  const managed = await api.request("POST", "/accounts", { token, body, idempotencyKey: "managed" });
  expect(await support.get(`${tenants}/${managed.body.id}`)).toMatchObject({ status: 404 });
  expect(await support.get(`${tenants}/${accountId}`)).toMatchObject({ status: 200 });
});
