import { randomBytes, randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenApiDocument } from "../service/src/http/openapi.ts";
import { startTestApi, type TestApi } from "../service/test/api.ts";
import { createUser, type TestUser } from "../service/test/console.ts";
import { fuzzApi } from "./fuzz/fuzz-api.ts";
import { operationsOf } from "./fuzz/operations.ts";
import { prepareContext, type CommandContext } from "./fuzz/context.ts";
import { webhookSettings } from "./fuzz/webhook-context.ts";

const seed = Number(process.env["FUZZ_SEED"] ?? randomInt(2 ** 31));
const requests = Number(process.env["FUZZ_REQUESTS"] ?? 6_000);
const pathPrefix = process.env["FUZZ_PATH"] ?? "/";
const timeLimitMs = 600_000;
const masterKey = randomBytes(32);
const environment = { RATE_LIMIT: "off", TRUST_PROXY: "*", ...webhookSettings };

/** Whoever does one of these is not there any more afterwards. */
const farewells = ["signOut"];

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

test("whatever is sent to the console's own endpoints, no answer is a fault or unknown to its document", {
  timeout: timeLimitMs,
}, async () => {
  const document = both(api.app.document, api.app.consoleDocument);
  // Those of the API are tried there, and are the same here; a bent path may still lead to one of them.
  const elsewhere = operationsOf(document).filter(
    ({ operationId, path }) => operationId.startsWith("workspace.") || !path.startsWith("/console/"),
  );
  const leftOut = new Set([...farewells, ...elsewhere.map(({ operationId }) => operationId)]);
  const options = { seed, requests, pathPrefix, document, leftOut };
  expect((await fuzzApi(api, context, options)).findings.join("\n\n")).toBe("");
  expect((await api.request("GET", "/readyz")).body).toMatchObject({ status: "ready" });
  // Whoever was sent away in between would have tried nothing since.
  expect((await user.get("/console/api/me")).status).toBe(200);
});

/** One document for whatever may be reached. Schemas of one name are the same in both. */
function both(apiDocument: OpenApiDocument, consoleDocument: OpenApiDocument): OpenApiDocument {
  const schemas = { ...schemasOf(apiDocument), ...schemasOf(consoleDocument) };
  return {
    ...apiDocument,
    paths: { ...apiDocument.paths, ...consoleDocument.paths },
    components: { schemas },
  };
}

function schemasOf({ components }: OpenApiDocument): object {
  return (components as { readonly schemas: object }).schemas;
}
