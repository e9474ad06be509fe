import Type from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import type { Route } from "./route.ts";
import { strictObject } from "./schemas.ts";

const playRoute: Route = {
  method: "POST",
  path: "/plays/{play_id}",
  operationId: "play",
  tag: { name: "Plays", description: "Only for a test." },
  summary: "Play",
  network: "testnet",
  access: { scope: "simulations:write" },
  effect: "none",
  body: { schema: strictObject({ text: Type.String() }), example: { text: "a" } },
  responses: { 200: { description: "Played.", schema: Type.Object({}), example: {} } },
  work: { kind: "write", idempotencyKey: "honoured", handle: async () => ({ status: 200, body: {} }) },
};

let api: TestApi;
let mainnet: TestClient;
let testnet: TestClient;

beforeAll(async () => {
  api = await startTestApi({ moreRoutes: [playRoute] });
  mainnet = await api.createClient({ network: "mainnet" });
  testnet = await api.createClient();
});
afterAll(() => api.stop());

const path = "/plays/01JD7Q2M8W3T5V6X9YZABCDEFG";

test.each([
  ["a valid body", { body: { text: "a" } }],
  ["an invalid body", { body: { nothing: 1 } }],
  ["a body that is not JSON", { rawBody: "{" }],
  ["an unsupported Content-Type", { rawBody: "a", headers: { "content-type": "text/plain" } }],
  ["an invalid key", { body: { text: "a" }, idempotencyKey: "a b" }],
])("a testnet endpoint is 404 for a mainnet application, with %s", async (_name, options) => {
  const response = await api.request("POST", path, { token: mainnet.token, ...options });
  expect([response.status, response.body.code]).toEqual([404, "not_found"]);
});

test("it is also 404 for a mainnet application without the scope, since 403 would reveal it", async () => {
  const { token } = await api.createClient({ network: "mainnet", scopes: ["accounts:read"] });
  expect((await api.request("POST", path, { token, body: { text: "a" } })).status).toBe(404);
});

test("on testnet it exists and returns validation errors", async () => {
  const { token } = testnet;
  expect((await api.request("POST", path, { token, body: { text: "a" } })).status).toBe(200);
  expect((await api.request("POST", path, { token, body: { nothing: 1 } })).status).toBe(400);
  const { token: reader } = await api.createClient({ scopes: ["accounts:read"] });
  expect((await api.request("POST", path, { token: reader, body: { text: "a" } })).status).toBe(403);
  expect((await api.request("POST", path, { body: { text: "a" } })).status).toBe(401);
});

test("the OpenAPI document shows the network of an endpoint, and simulations are on testnet", () => {
  const networks = Object.entries(api.app.document.paths).map(([name, { post }]) => [
    name,
    (post as Record<string, unknown> | undefined)?.["x-network"],
  ]);
  const marked = networks.filter(([, network]) => network !== undefined);
  expect(marked).toContainEqual(["/plays/{play_id}", "testnet"]);
  const simulations = networks.filter(([name]) => String(name).includes("/simulations/"));
  expect(simulations.length).toBeGreaterThan(0);
  expect(simulations.every(([, network]) => network === "testnet")).toBe(true);
});
