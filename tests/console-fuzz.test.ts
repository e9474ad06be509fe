import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../service/test/api.ts";
import { createUser, type TestUser } from "../service/test/console.ts";
import { seedOf, sizeOf } from "../service/test/scale.ts";
import { bothDocuments } from "./fuzz/both-documents.ts";
import { type CommandContext, prepareContext } from "./fuzz/context.ts";
import { fuzzApi } from "./fuzz/fuzz-api.ts";
import { operationsOf } from "./fuzz/operations.ts";
import { webhookSettings } from "./fuzz/webhook-context.ts";

const seed = seedOf("FUZZ_SEED");
const requests = sizeOf("FUZZ_REQUESTS", { usual: 400, long: 6_000 });
const pathPrefix = process.env["FUZZ_PATH"] ?? "/";
const timeLimitMs = 600_000;
const masterKey = randomBytes(32);
const environment = { RATE_LIMIT: "off", TRUST_PROXY: "*", ...webhookSettings };

/** Operations that end the session. */
const sessionEnding = ["signOut"];

let api: TestApi;
let context: CommandContext;
let user: TestUser;

beforeAll(async () => {
  api = await startTestApi({ environment, masterKey });
  const around = await prepareContext(api, masterKey);
  user = await createUser(api, { operatorRole: "admin" });
  const { account_id: accounts = [] } = around.known;
  context = {
    ...around,
    cookie: user.cookie,
    known: { ...around.known, tenant_id: accounts, network: ["testnet", "mainnet"] },
  };
}, timeLimitMs);
afterAll(() => api.stop());

test("no response of the console's endpoints is a 5xx error or missing from their document", {
  timeout: timeLimitMs,
}, async () => {
  const document = bothDocuments(api.app.document, api.app.consoleDocument);
  // The API's endpoints are tested there, and are the same here; a modified path may still reach one of them.
  const elsewhere = operationsOf(document).filter(
    ({ operationId, path }) => operationId.startsWith("workspace.") || !path.startsWith("/console/"),
  );
  const leftOut = new Set([...sessionEnding, ...elsewhere.map(({ operationId }) => operationId)]);
  const options = { seed, requests, pathPrefix, document, leftOut };
  expect((await fuzzApi(api, context, options)).findings.join("\n\n")).toBe("");
  expect((await api.request("GET", "/readyz")).body).toMatchObject({ status: "ready" });
  // Otherwise all requests since the sign-out would have been rejected.
  expect((await user.get("/console/api/me")).status).toBe(200);
});
