import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { eventually } from "../../test/eventually.ts";
import { dumpTables } from "../../test/table-dump.ts";
import { tenantOf } from "../kernel/id.ts";
import type { LoggedRequest } from "./logged-request.ts";
import { requestList } from "./store.ts";

let api: TestApi;
let client: TestClient;

beforeAll(async () => {
  api = await startTestApi();
  client = await api.createClient();
});

afterAll(() => api.stop());

test("a request is logged with its route, ids and outcome", async () => {
  const { accountId, clientId, token } = client;
  const logged = await send("GET", `/accounts/${accountId}/notes?page[size]=5`, { token });
  expect(logged).toMatchObject({
    applicationId: clientId,
    accountId,
    network: "testnet",
    method: "GET",
    path: `/accounts/${accountId}/notes`,
    operation: "listNotes",
    status: 200,
    errorCode: undefined,
  });
});

test("a refused request is logged with its error code", async () => {
  const { accountId, token } = client;
  const missing = await send("GET", `/accounts/${"0".repeat(26)}`, { token });
  expect(missing).toMatchObject({ status: 404, errorCode: "not_found" });
  const key = { idempotencyKey: "refused" };
  const wrong = await send("POST", `/accounts/${accountId}/notes`, { token, ...key, body: { text: 1 } });
  expect(wrong).toMatchObject({ status: 400, errorCode: "validation_failed", operation: "createNote" });
  const reader = await api.createClient({ scopes: ["webhooks:read"], accountId });
  const unscoped = await send("GET", `/accounts/${accountId}/events`, { token: reader.token });
  expect(unscoped).toMatchObject({ status: 403, errorCode: "insufficient_scope" });
});

test("nothing of the query, headers, body or path is stored in the clear, except ids", async () => {
  const secret = "planted-secret-0123456789";
  const { accountId, token } = client;
  const headers = { "user-agent": secret, "x-secret": secret };
  await send("GET", `/accounts/${accountId}/notes?text=${secret}`, { token, headers });
  const body = { text: secret };
  await send("POST", `/accounts/${accountId}/notes`, { token, idempotencyKey: secret, body });
  const misplaced = await send("GET", `/accounts/${secret}`, { token });
  expect(misplaced).toMatchObject({ path: "/accounts/{account_id}", status: 404 });
  const { api_requests: rows, application_uses: uses } = await dumpTables(api.database);
  expect(rows).toContain("createNote");
  expect(rows + (uses ?? "")).not.toContain(secret);
});

test("a request without a valid token is not logged", async () => {
  const { requestId } = await response("GET", "/accounts", { token: "bad" });
  await send("GET", "/accounts", { token: client.token });
  expect(await find(requestId)).toBeUndefined();
});

test("nothing is written with REQUEST_LOG_DAYS=0", async () => {
  const quiet = await startTestApi({ environment: { REQUEST_LOG_DAYS: "0" } });
  const { token } = await quiet.createClient();
  await quiet.request("GET", "/accounts", { token });
  await quiet.app.drain();
  expect((await dumpTables(quiet.database))["api_requests"]).toBe("");
  await quiet.stop();
});

test("a draining node writes the requests it has handled", async () => {
  const draining = await startTestApi();
  const { token } = await draining.createClient();
  for (let count = 0; count < 20; count += 1) await draining.request("GET", "/accounts", { token });
  await draining.app.drain();
  expect((await dumpTables(draining.database))["api_requests"]?.split("\n")).toHaveLength(20);
  await draining.stop();
});

type Options = NonNullable<Parameters<TestApi["request"]>[2]>;

/** Sends a request and waits until it is in the log. */
async function send(method: string, path: string, options: Options): Promise<LoggedRequest> {
  const { requestId } = await response(method, path, options);
  return eventually(async () => {
    const found = await find(requestId);
    if (found === undefined) throw new Error("the request is not in the log yet");
    return found;
  });
}

async function response(method: string, path: string, options: Options) {
  const { headers } = await api.request(method, path, options);
  return { requestId: headers.get("x-request-id") ?? "" };
}

async function find(requestId: string): Promise<LoggedRequest | undefined> {
  const query = { tenantId: tenantOf(client.accountId), network: "testnet", requestId } as const;
  return (await requestList.read(api.database, query, { limit: 10 })).items[0];
}
