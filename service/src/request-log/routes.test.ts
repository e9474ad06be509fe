import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { eventually } from "../../test/eventually.ts";

let api: TestApi;
let client: TestClient;
let sibling: TestClient;

beforeAll(async () => {
  api = await startTestApi();
  client = await api.createClient();
  sibling = await api.createClient({ accountId: client.accountId, scopes: ["accounts:read"] });
});
afterAll(() => api.stop());

const list = (query = "", { token } = client) => api.request("GET", `/requests${query}`, { token });

test("an application reads its own requests with their outcomes, and no others", async () => {
  await api.request("GET", "/accounts", { token: client.token });
  const missing = await api.request("GET", `/accounts/${"0".repeat(26)}`, { token: client.token });
  await api.request("GET", "/tokens", { token: sibling.token });
  const [newest, oldest] = await eventually(async () => {
    const { body } = await list();
    expect(body.requests).toHaveLength(2);
    return body.requests;
  });
  expect(newest).toEqual({
    id: expect.any(String),
    request_id: missing.headers.get("x-request-id"),
    at: expect.any(String),
    method: "GET",
    path: `/accounts/${"0".repeat(26)}`,
    operation: "getAccount",
    status: 404,
    error_code: "not_found",
    duration_ms: expect.any(Number),
    account_id: client.accountId,
  });
  expect(oldest).toMatchObject({ operation: "listAccounts", status: 200, error_code: null });
  expect((await list("?status=4xx")).body.requests).toEqual([newest]);
  expect((await list("?path=0000&method=GET")).body.requests).toEqual([newest]);
  expect((await list(`?request_id=${newest.request_id}`)).body.requests).toEqual([newest]);
  const ofSibling = await eventually(async () => {
    const { body } = await list("", sibling);
    expect(body.requests).toHaveLength(1);
    return body;
  });
  expect(ofSibling.requests[0].operation).toBe("listTokens");
  expect((await list(`?request_id=${newest.request_id}`, sibling)).body.requests).toEqual([]);
});

test("pages are linked, and reading the log is not logged", async () => {
  const first = await list("?page[size]=1");
  const cursor = encodeURIComponent(first.body.pagination.next);
  const second = await list(`?page[size]=1&page[after]=${cursor}`);
  const operations = [...first.body.requests, ...second.body.requests].map(({ operation }) => operation);
  expect(operations).toEqual(["getAccount", "listAccounts"]);
});

test.each(["?status=200", "?method=get", "?path="])("%s is refused", async (query) => {
  expect((await list(query)).status).toBe(400);
});
