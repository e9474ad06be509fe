import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccountRequest } from "../../../test/account-request.ts";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { chainsOff } from "../../../test/chains-off.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { eventually } from "../../../test/eventually.ts";

let api: TestApi;
let client: TestClient;
let viewer: TestUser;
let records: string;

beforeAll(async () => {
  api = await startTestApi({ environment: chainsOff });
  client = await api.createClient();
  viewer = await createUser(api, { memberOf: client.accountId, memberRole: "viewer" });
  records = `/console/api/workspaces/${client.accountId}/testnet/account-records`;
});

afterAll(() => api?.stop());

test("accounts are found by case-insensitive part of a name, by id prefix and by status", async () => {
  const review = await create("Birchwood Review LLC");
  const bakery = await create("Larch Bakery LLC");
  await completed(bakery);
  expect(await found("search=birchw")).toEqual([review]);
  expect(await found("search=BAKERY")).toEqual([bakery]);
  expect(await found(`search=${bakery.slice(0, 25).toLowerCase()}`)).toContain(bakery);
  expect(await found("search=Test%20Acc")).toEqual([client.accountId]);
  expect(await found("status=complete")).toEqual([bakery, client.accountId]);
  expect(await found("search=100%25_")).toEqual([]);
});

test("the list is paged in both directions within its network", async () => {
  const [older, newer] = [await create("Page One LLC"), await create("Page Two LLC")];
  const first = await viewer.get(`${records}?search=page&page[size]=1`);
  expect(idsOf(first.body)).toEqual([newer]);
  const after = encodeURIComponent(first.body.pagination.next);
  const second = await viewer.get(`${records}?search=page&page[size]=1&page[after]=${after}`);
  expect(idsOf(second.body)).toEqual([older]);
  const before = encodeURIComponent(second.body.pagination.prev);
  const back = await viewer.get(`${records}?search=page&page[size]=1&page[before]=${before}`);
  expect(idsOf(back.body)).toEqual([newer]);
  const elsewhere = records.replace("testnet", "mainnet");
  expect(idsOf((await viewer.get(elsewhere)).body)).toEqual([client.accountId]);
});

test("a record shows the masked profile and no reviewer notes", async () => {
  const id = await create("Hazel Review LLC");
  const reviewer = await createUser(api, { operatorRole: "compliance" });
  await eventually(async () => {
    expect((await reviewer.get(`${records}/${id}`)).body.verification.stage).toBe("in_review");
  });
  const { revision } = (await reviewer.get(`/console/api/reviews/${id}`)).body;
  const rejection = { revision, code: "compliance", reason: "tip from a neighbor" };
  await reviewer.post(`/console/api/reviews/${id}/reject`, rejection);
  const { body, text } = await viewer.get(`${records}/${id}`);
  expect(body).toMatchObject({
    status: "rejected",
    network: "testnet",
    profile: { business: { ein: "*****8765" }, individuals: [{ ssn: "*****7694", birth_year: "1964" }, {}] },
  });
  for (const secret of ["512387694", "512-38-7694", "123498765", "12-3498765", "1964-08-23", "neighbor"])
    expect(text).not.toContain(secret);
});

test("operators see the progress of a review, members only the result", async () => {
  const id = await create("Rowan Review LLC");
  const reviewer = await createUser(api, { operatorRole: "compliance" });
  await eventually(async () => {
    expect((await reviewer.get(`${records}?search=rowan`)).body.accounts).toMatchObject([
      { stage: "in_review" },
    ]);
  });
  const { revision } = (await reviewer.get(`/console/api/reviews/${id}`)).body;
  const rejection = { revision, code: "compliance", reason: "not plausible" };
  await reviewer.post(`/console/api/reviews/${id}/reject`, rejection);
  expect((await reviewer.get(`${records}/${id}`)).body.verification).toMatchObject({
    stage: "rejected",
    screenings: [{ outcome: "clear" }, { outcome: "clear" }, { outcome: "clear" }],
    steps: [
      { event: "reviewer_rejected", to: "rejected" },
      { event: "provider_referred" },
      { to: "deciding" },
    ],
  });
  expect((await viewer.get(`${records}/${id}`)).body.verification).toEqual({
    stage: null,
    requirements: [],
    screenings: [],
    steps: [{ at: expect.any(String), event: null, to: "rejected", reason_code: "compliance" }],
  });
  expect((await viewer.get(`${records}?search=rowan`)).body.accounts).toMatchObject([{ stage: null }]);
});

test("the workspace's own account has a record without a review", async () => {
  const { body } = await viewer.get(`${records}/${client.accountId}`);
  expect(body).toMatchObject({ kind: "managing", network: null, profile: null, verification: null });
});

test("the audit log entries of an account come from the workspace's log, without screening results", async () => {
  const id = await create("Alder Trading LLC");
  await completed(id);
  const { body } = await viewer.get(`${records.replace("account-records", "audit")}?account_id=${id}`);
  expect(body.entries.at(-1)).toMatchObject({ action: "account.create", actor_id: client.clientId });
  expect(JSON.stringify(body)).not.toMatch(/find_hit|has_open_hit|verification\.screen/);
});

test("accounts of other tenants or of the other network are not found", async () => {
  const id = await create("Spruce Trading LLC");
  const other = await api.createClient();
  const stranger = await createUser(api, { memberOf: other.accountId });
  expect(await stranger.get(`${records}/${id}`)).toMatchObject({ status: 404 });
  const recordsPath = `/console/api/workspaces/${other.accountId}/testnet/account-records`;
  expect(await stranger.get(`${recordsPath}/${id}`)).toMatchObject({ status: 404 });
  expect(await viewer.get(`${records.replace("testnet", "mainnet")}/${id}`)).toMatchObject({ status: 404 });
});

test("an address is found by its id and returns its account", async () => {
  const body = {
    name: "A wallet",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    transfer_types: ["base"],
  };
  const { token } = client;
  const path = `/accounts/${client.accountId}/addresses/external`;
  const address = await api.request("POST", path, { token, body, idempotencyKey: "an-address" });
  expect(address.status).toBe(201);
  const owner = records.replace("account-records", `address-records/${address.body.id}`);
  expect(await viewer.get(owner)).toMatchObject({
    status: 200,
    body: { account_id: client.accountId, account_name: "Test Account" },
  });
  expect(await viewer.get(owner.replace("testnet", "mainnet"))).toMatchObject({ status: 404 });
});

let key = 0;

async function create(business_name: string): Promise<string> {
  key += 1;
  const body = newAccountRequest({ business_name });
  const { token } = client;
  const response = await api.request("POST", "/accounts", { token, body, idempotencyKey: `account-${key}` });
  expect(response.status).toBe(201);
  return response.body.id;
}

async function completed(id: string): Promise<void> {
  await eventually(async () => {
    expect((await viewer.get(`${records}/${id}`)).body.status).toBe("complete");
  });
}

async function found(query: string): Promise<readonly string[]> {
  const { status, body } = await viewer.get(`${records}?${query}`);
  expect(status).toBe(200);
  return idsOf(body);
}

function idsOf(body: { readonly accounts: readonly { readonly id: string }[] }): readonly string[] {
  return body.accounts.map(({ id }) => id);
}
