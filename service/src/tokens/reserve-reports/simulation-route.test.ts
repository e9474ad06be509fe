import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { addToken } from "../../../test/token-holders.ts";
import { unaudited } from "../../../test/unaudited.ts";
import { statement } from "../../db/statement.ts";
import { saveDeployments } from "../store.ts";

let api: TestApi;
let client: TestClient;

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
  client = await api.createClient();
  const issuer = client.accountId;
  await addToken(api, { issuer, valueType: "ACMEUSD", kind: "fiat_backed", chains: ["base"] });
  const nowhere = await addToken(api, {
    issuer,
    valueType: "NOWHERE",
    kind: "fiat_backed",
    chains: ["base"],
  });
  const { createdAt, updatedAt } = nowhere;
  const pending = { chain: "base", status: "pending", workId: "a deployment", createdAt, updatedAt } as const;
  await api.database.transaction((tx) => saveDeployments(unaudited(tx), nowhere, [pending]));
  await addToken(api, { issuer, valueType: "ATTESTED", kind: "attested" });
  await addToken(api, { issuer: undefined, valueType: "PUBLIC", kind: "fiat_backed" });
});
afterAll(() => api.stop());

const simulate = (value_type: string, { token, accountId } = client) =>
  api.request("POST", `/accounts/${accountId}/simulations/reserve-reports`, { token, body: { value_type } });

const jobs = statement<{ readonly payload: object }>(
  "SELECT payload FROM jobs WHERE kind = 'tokens.report-reserves' AND payload ? 'value_type'",
);

test("the report of the last month is signed by a job, although the token is newer", async () => {
  const { status, body } = await simulate("acmeusd");
  expect({ status, body }).toEqual({
    status: 202,
    body: { value_type: "ACMEUSD", month: expect.stringMatching(/^\d{4}-\d\d$/), status: "pending" },
  });
  expect(await api.database.rows(jobs)).toEqual([
    {
      payload: { network: "testnet", value_type: "ACMEUSD", month: body.month, is_simulated: true },
    },
  ]);
});

test.each([
  ["an attested token", "ATTESTED", 422],
  ["a token of another issuer", "PUBLIC", 422],
  ["a token that is active nowhere", "NOWHERE", 422],
  ["a token that does not exist", "NOSUCH", 404],
])("%s has no report", async (_name, valueType, status) => {
  expect((await simulate(valueType)).status).toBe(status);
});

test("on mainnet the endpoint does not exist, and other tenants have no access", async () => {
  const onMainnet = await api.createClient({ network: "mainnet", accountId: client.accountId });
  expect((await simulate("ACMEUSD", onMainnet)).status).toBe(404);
  const { token } = await api.createClient();
  expect((await simulate("ACMEUSD", { ...client, token })).status).toBe(404);
});
