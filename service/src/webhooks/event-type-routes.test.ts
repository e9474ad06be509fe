import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { eventTypeNames, eventTypes } from "./event-types.ts";

let api: TestApi;
let client: TestClient;

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
  client = await api.createClient({ scopes: ["webhooks:read"] });
});
afterAll(() => api.stop());

describe.each([
  ["of the service", () => "/webhooks/event_types"],
  ["of an account", () => `/accounts/${client.accountId}/webhooks/event_types`],
])("the list %s", (_name, path) => {
  test("has every type with its summary and the schema of its data", async () => {
    const { status, body } = await api.request("GET", path(), { token: client.token });
    expect(status).toBe(200);
    expect(body.event_types.map((one: { event_type: string }) => one.event_type)).toEqual(eventTypeNames);
    expect(body.event_types[0]).toEqual({
      event_type: "transfer.created",
      summary: eventTypes[0]?.summary,
      schema: expect.objectContaining({
        type: "object",
        required: expect.arrayContaining(["id", "account_id", "status", "amount"]),
      }),
      sample: eventTypes[0]?.example,
    });
  });

  test("is plain JSON Schema without internal keywords", async () => {
    const { text } = await api.request("GET", path(), { token: client.token });
    for (const mark of ["x-name", "x-in-words", "$ref", "~kind"]) expect(text).not.toContain(mark);
  });

  test("requires the scope webhooks:read", async () => {
    const other = await api.createClient({ accountId: client.accountId, scopes: ["webhooks:write"] });
    const { status, body } = await api.request("GET", path(), { token: other.token });
    expect([status, body.code]).toEqual([403, "insufficient_scope"]);
    expect((await api.request("GET", path())).status).toBe(401);
  });

  test("accepts no query parameters", async () => {
    const { status, body } = await api.request("GET", `${path()}?page[size]=5`, { token: client.token });
    expect([status, body.code]).toEqual([400, "validation_failed"]);
  });
});

test("event_types is not read as a subscription id, any other word is", async () => {
  const path = `/accounts/${client.accountId}/webhooks`;
  const missing = await api.request("GET", `${path}/event_type`, { token: client.token });
  expect([missing.status, missing.body.code]).toEqual([404, "not_found"]);
  expect((await api.request("GET", `${path}/event_types`, { token: client.token })).status).toBe(200);
});

test("the list of an account is 404 for callers that cannot see it", async () => {
  const stranger = await api.createClient();
  const path = `/accounts/${stranger.accountId}/webhooks/event_types`;
  expect((await api.request("GET", path, { token: client.token })).status).toBe(404);
});
