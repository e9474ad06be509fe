import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiResponse, TestClient } from "../../../test/api.ts";
import { addAddress, addToken, contractOf } from "../../../test/token-holders.ts";
import { booksOf, type MovementApi, startMovementApi } from "../../../test/token-movements.ts";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";

let api: MovementApi;
let client: TestClient;
let internal: string;

beforeAll(async () => {
  api = await startMovementApi();
  client = await api.createClient();
  await addToken(api, { issuer: undefined, valueType: "USDC", kind: "third_party", chains: ["base"] });
  await addToken(api, { issuer: undefined, valueType: "FUSD", kind: "fiat_backed" });
  internal = await addAddress(api, { accountId: client.accountId });
});

afterAll(() => api.stop());

function simulate(overrides: object = {}, who: TestClient = client): Promise<ApiResponse> {
  const body = { address_id: internal, value_type: "USDC", transfer_type: "base", amount: "5", ...overrides };
  return api.request("POST", `/accounts/${client.accountId}/simulations/deposits`, {
    token: who.token,
    body,
  });
}

test("test tokens are minted by the external issuer, and nothing is posted before the chain has them", async () => {
  const { status, body } = await simulate({ transfer_type: "base_sepolia" });
  expect(status).toBe(202);
  expect(body).toMatchObject({ status: "pending", transfer_type: "base", amount: "5.00" });
  const work = await api.workOf(internal);
  expect(work).toMatchObject({ id: body.id, owner: "tokens.simulation", chain: "base", subject: internal });
  expect(work.operation).toMatchObject({
    kind: "mint",
    reference: body.id,
    contract: contractOf("USDC", "base"),
    authority: "external_issuer",
    toKey: { role: "custody" },
    units: 5_000_000n,
  });
  expect(await booksOf(api.database, client.accountId)).toEqual({});
});

test.each([
  ["an amount of zero", { amount: "0" }, 400, "validation_failed"],
  ["a part of a cent of a token issued here", { value_type: "FUSD", amount: "0.001" }, 422, "unprocessable"],
  ["a token that does not exist", { value_type: "NOSUCH" }, 422, "unprocessable"],
  ["a chain where the token is not active", { transfer_type: "ethereum" }, 422, "unprocessable"],
  ["a chain that the address does not support", { transfer_type: "solana" }, 422, "unprocessable"],
  ["more than the maximum supply of the chain", { amount: "1000000000000000.000001" }, 422, "unprocessable"],
  [
    "an address that does not exist",
    { address_id: createIdFactory(systemClock)() },
    404,
    "address_not_found",
  ],
] as const)("%s is refused", async (_name, overrides, status, code) => {
  const response = await simulate(overrides);
  expect([response.status, response.body.code]).toEqual([status, code]);
});

test("a deposit of a token that is issued here can have a sender", async () => {
  const from = `0x${"ab".repeat(20)}`;
  const { status, body } = await simulate({ value_type: "FUSD", from });
  expect(status).toBe(202);
  const { operation } = await api.workOf(internal);
  expect(operation).toMatchObject({ reference: body.id, kind: "mint", authority: "platform" });
  expect("simulatedSender" in operation && operation.simulatedSender?.toLowerCase()).toBe(from);
});

test.each([
  ["a token that is issued elsewhere", { from: `0x${"ab".repeat(20)}` }],
  ["a text that is not an address", { value_type: "FUSD", from: "0x1234" }],
])("a sender with %s is refused", async (_name, overrides) => {
  expect(await simulate(overrides)).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: "/from" }] },
  });
});

test("an external address cannot receive simulated deposits, and on mainnet the endpoint does not exist", async () => {
  const external = await addAddress(api, { accountId: client.accountId, kind: "external" });
  expect((await simulate({ address_id: external })).status).toBe(422);
  const mainnet = await api.createClient({ accountId: client.accountId, network: "mainnet" });
  expect((await simulate({}, mainnet)).status).toBe(404);
});
