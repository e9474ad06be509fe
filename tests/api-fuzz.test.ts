import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { basicAuthorization, startTestApi, type TestApi } from "../service/test/api.ts";
import { eventually } from "../service/test/eventually.ts";
import { seedOf, sizeOf } from "../service/test/scale.ts";
import { createAsk } from "./fuzz/ask.ts";
import { type CommandContext, prepareContext } from "./fuzz/context.ts";
import { earlierFindings } from "./fuzz/earlier-findings.ts";
import { fuzzApi } from "./fuzz/fuzz-api.ts";
import { plants } from "./fuzz/planted-routes.ts";
import { webhookSettings } from "./fuzz/webhook-context.ts";

const seed = seedOf("FUZZ_SEED");
const requests = sizeOf("FUZZ_REQUESTS", { usual: 400, long: 20_000 });
/** Restricts the run to some operations. */
const pathPrefix = process.env["FUZZ_PATH"] ?? "/";
const timeLimitMs = 600_000;

// Each request may claim its own IP address, so that failed attempts do not lock the token endpoint for the others.
const masterKey = randomBytes(32);
const environment = { RATE_LIMIT: "off", NEW_ACCESS_HOURS: "0", TRUST_PROXY: "*", ...webhookSettings };

let api: TestApi;
let context: CommandContext;

beforeAll(async () => {
  api = await startTestApi({ environment, masterKey, moreRoutes: plants.map(({ route }) => route) });
  context = await prepareContext(api, masterKey);
}, timeLimitMs);
afterAll(() => api.stop());

describe("generated requests", () => {
  const leftOut = new Set(plants.map(({ route }) => route.operationId));

  test.each(earlierFindings)("fixed: $was", async ({ status, request }) => {
    const plain = { operationId: "", method: "GET", protocol: "HTTP/1.1", headers: [], body: undefined };
    const response = await createAsk(api)({ ...plain, target: "/", ...request(context) });
    expect(response?.status).toBe(status);
  });

  test("no response is a 5xx error, each matches the API document, and the service stays healthy", {
    timeout: timeLimitMs,
  }, async () => {
    const { findings, refusals } = await fuzzApi(api, context, { seed, requests, pathPrefix, leftOut });
    expect(findings.join("\n\n")).toBe("");
    expect(refusals).toEqual([]);
    await expectWell(api, context);
  });
});

describe("a fault on some input only", () => {
  test.each(plants)(
    "is found at $route.path, and again with the same seed",
    async ({ route, finding, seed: plantSeed }) => {
      // A single worker ends at the first finding.
      const options = { seed: plantSeed, requests: 2_000, workers: 1, pathPrefix: route.path };
      const { findings } = await fuzzApi(api, context, options);
      expect(findings).not.toEqual([]);
      for (const text of findings) expect(text).toMatch(finding);
      expect((await fuzzApi(api, context, options)).findings).toEqual(findings);
    },
  );
});

/** The service still works, and holds no resources of earlier requests. */
async function expectWell(api: TestApi, { token, clients, known }: CommandContext): Promise<void> {
  expect((await api.request("GET", "/readyz")).body).toMatchObject({ status: "ready" });
  const [client = { clientId: "", clientSecret: "" }] = clients;
  const signedIn = await api.request("POST", "/oauth2/token", {
    form: { grant_type: "client_credentials" },
    headers: {
      authorization: basicAuthorization(client.clientId, client.clientSecret),
      "x-forwarded-for": "192.0.2.1",
    },
  });
  expect(signedIn.status).toBe(200);
  const notes = `/accounts/${known["account_id"]?.[0]}/notes`;
  const idempotencyKey = crypto.randomUUID();
  const created = await api.request("POST", notes, {
    token,
    idempotencyKey,
    body: { text: "still healthy" },
  });
  expect(created.status).toBe(201);
  const page = await api.request("GET", `${notes}?page[size]=1`, { token });
  expect(page.body.notes).toEqual([created.body]);
  await eventually(async () => {
    const { open, idle, waiting } = api.database.load();
    expect({ busy: open - idle, waiting }).toEqual({ busy: 0, waiting: 0 });
    const metrics = await api.request("GET", "/metrics");
    expect(metrics.text).toMatch(/^florin_http_requests_in_flight 1$/m);
  });
}
