import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccountRequest } from "../../../test/account-request.ts";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { eventually } from "../../../test/eventually.ts";

let api: TestApi;
let tenant: TestClient;
let viewer: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  tenant = await api.createClient();
  viewer = await createUser(api, { memberOf: tenant.accountId, memberRole: "viewer" });
});

afterAll(() => api.stop());

test("requests of a workspace are returned with their outcomes, filtered and individually", async () => {
  const good = await call("GET", "/accounts");
  const bad = await call("GET", `/accounts/${"0".repeat(26)}`);
  const list = await eventually(async () => {
    const response = await viewer.get(path());
    expect(response.body.requests).toHaveLength(2);
    return response;
  });
  const [newest, oldest] = list.body.requests;
  expect(newest).toMatchObject({
    request_id: bad,
    method: "GET",
    path: `/accounts/${"0".repeat(26)}`,
    operation: "getAccount",
    status: 404,
    error_code: "not_found",
    application_id: tenant.clientId,
    application_name: "Test Application",
    account_id: tenant.accountId,
  });
  expect(oldest).toMatchObject({ request_id: good, status: 200, error_code: null });
  expect((await viewer.get(`${path()}/${newest.id}`)).body).toEqual({
    ...newest,
    has_details: true,
    idempotency_key: null,
    query: null,
    request_body: null,
    response_body: expect.objectContaining({ code: "not_found", request_id: bad }),
    objects: [],
  });
  expect((await viewer.get(path(`?status=4xx`))).body.requests).toEqual([newest]);
  expect((await viewer.get(path(`?request_id=${good}`))).body.requests).toEqual([oldest]);
  expect((await viewer.get(path(`?application_id=${"0".repeat(26)}`))).body.requests).toEqual([]);
});

test("a request shows what it created", async () => {
  const { body, headers } = await api.request("POST", `/accounts/${tenant.accountId}/webhooks`, {
    token: tenant.token,
    idempotencyKey: "request-log-1",
    body: { url: "https://hooks.example.com/florin", events: ["transfer.*"] },
  });
  const [logged] = await eventually(async () => {
    const found = await viewer.get(path(`?request_id=${headers.get("x-request-id")}`));
    expect(found.body.requests).toHaveLength(1);
    return found.body.requests;
  });
  const shown = (await viewer.get(`${path()}/${logged.id}`)).body;
  expect(shown.objects).toEqual([{ type: expect.any(String), id: body.id }]);
  const ofObject = await viewer.get(path(`?object_id=${body.id}`));
  expect(ofObject.body.requests).toEqual([logged]);
  expect((await viewer.get(path(`?object_id=${tenant.accountId}x`))).body.requests).toEqual([]);
});

test("bodies are shown without secrets, personal data and bank numbers, and errors with their pointers", async () => {
  const hook = await send("POST", `/accounts/${tenant.accountId}/webhooks`, {
    url: "https://hooks.example.com/florin?key=planted",
    events: ["transfer.*"],
    description: "Planted",
  });
  expect(hook.shown).toMatchObject({
    idempotency_key: "details-1",
    request_body: { url: "[redacted]", events: ["transfer.*"], description: "[redacted]" },
    response_body: { id: hook.body.id, sharedSecret: "[redacted]", events: ["transfer.*"], status: "active" },
  });
  const account = await send("POST", "/accounts", newAccountRequest({}));
  expect(account.status).toBe(201);
  expect(account.shown.request_body).toMatchObject({ business_name: "[redacted]", ein: "[redacted]" });
  expect(account.shown.response_body).toMatchObject({ id: account.body.id, name: "[redacted]" });
  const wrong = await send("POST", `/accounts/${tenant.accountId}/webhooks`, { url: "planted", evnts: [] });
  expect(wrong.shown).toMatchObject({
    error_code: "validation_failed",
    request_body: { url: "[redacted]", evnts: [] },
    response_body: { errors: expect.arrayContaining([expect.objectContaining({ pointer: "/evnts" })]) },
  });
  const texts = [hook, account, wrong].map(({ shown }) => JSON.stringify(shown)).join();
  const personal = ["Wilhelmina", "Ottokar", "513-47-8126", "12-3498765", "uillfeather", "203.0.113.77"];
  for (const secret of ["planted", hook.body.sharedSecret, ...personal]) {
    expect(texts).not.toContain(secret);
  }
});

let sentCount = 0;

/** Sends a request and reads it from the log. */
async function send(method: string, called: string, body: unknown) {
  sentCount += 1;
  const idempotencyKey = `details-${sentCount}`;
  const response = await api.request(method, called, { token: tenant.token, idempotencyKey, body });
  const shown = await eventually(async () => {
    const found = await viewer.get(path(`?request_id=${response.headers.get("x-request-id")}`));
    return (await viewer.get(`${path()}/${found.body.requests[0].id}`)).body;
  });
  return { status: response.status, body: response.body, shown };
}

test("pages are linked, and a cursor is valid only for its filters", async () => {
  for (let count = 0; count < 3; count += 1) await call("GET", "/tokens");
  const first = await eventually(async () => {
    const response = await viewer.get(path("?path=/tokens&page[size]=2"));
    expect(response.body.pagination.next).not.toBeNull();
    return response;
  });
  const cursor = encodeURIComponent(first.body.pagination.next);
  const second = await viewer.get(path(`?path=/tokens&page[size]=2&page[after]=${cursor}`));
  expect(second.body.requests).toHaveLength(1);
  expect((await viewer.get(path(`?status=2xx&page[after]=${cursor}`))).status).toBe(400);
});

test("a log of several pages is counted and exported to its end", async () => {
  const sent = 120;
  const called = `/accounts/${tenant.accountId}/payments`;
  const before = await viewer.get(path("/summary?path=/payments"));
  expect(before.body).toMatchObject({ count: 0, is_more: false });
  for (let count = 0; count < sent; count += 1) await call("GET", called);
  await eventually(async () => {
    const { body } = await viewer.get(path("/summary?path=/payments"));
    expect(body.count).toBe(sent);
  });
  const { text } = await viewer.get(path(".csv?path=/payments"));
  const [header = "", ...lines] = text.trim().split("\r\n");
  expect(header.split(",").slice(0, 2)).toEqual(["id", "request_id"]);
  expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(sent);
});

test("requests are invisible to other tenants and the other network, and invalid filters are rejected", async () => {
  await call("GET", "/accounts");
  const [mine] = await eventually(async () => {
    const { body } = await viewer.get(path());
    expect(body.requests.length).toBeGreaterThan(0);
    return body.requests;
  });
  const other = await api.createClient();
  const stranger = await createUser(api, { memberOf: other.accountId });
  expect((await stranger.get(path())).status).toBe(404);
  const theirs = `/console/api/workspaces/${other.accountId}/testnet/requests`;
  expect((await stranger.get(`${theirs}/${mine.id}`)).status).toBe(404);
  const found = await stranger.get(`${theirs}?request_id=${mine.request_id}`);
  expect(found.body.requests).toEqual([]);
  const mainnet = `/console/api/workspaces/${tenant.accountId}/mainnet/requests`;
  expect((await viewer.get(mainnet)).body.requests).toEqual([]);
  expect((await viewer.get(`${mainnet}/${mine.id}`)).status).toBe(404);
  for (const query of ["?status=200", "?method=get", "?application_id=x", "?path="]) {
    expect((await viewer.get(path(query))).status).toBe(400);
  }
});

function path(query = ""): string {
  return `/console/api/workspaces/${tenant.accountId}/testnet/requests${query}`;
}

/** Returns the id of the request. */
async function call(method: string, called: string): Promise<string> {
  const { headers } = await api.request(method, called, { token: tenant.token });
  return headers.get("x-request-id") ?? "";
}
